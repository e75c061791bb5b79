import type { Io } from './io.ts';

/** What nobody caught ends the command, since nobody knows what it left undone. */
export function listenForAccident(io: Io): { readonly happened: Promise<never>; release(): void } {
  let listener = (_error: Error) => {};
  const happened = new Promise<never>((_, reject) => {
    listener = reject;
  });
  io.on('uncaughtException', listener);
  return { happened, release: () => io.off('uncaughtException', listener) };
}

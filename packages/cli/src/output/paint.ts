import type { Io, Output } from '../io.ts';

/** Colours for parts of a text. */
export interface Paint {
  good(text: string): string;
  warning(text: string): string;
  bad(text: string): string;
  faint(text: string): string;
}

/** Colours on a terminal, unless NO_COLOR is set; plain text elsewhere. */
export function paintFor({
  stdout,
  env,
}: Pick<Io, 'env'> & { readonly stdout: Pick<Output, 'isTTY'> }): Paint {
  const isColoured = stdout.isTTY === true && !env.NO_COLOR;
  const inColour = (code: number) => (text: string) =>
    isColoured ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { good: inColour(32), warning: inColour(33), bad: inColour(31), faint: inColour(2) };
}

import type { Io } from '../io.ts';

/** How parts of a text stand out. */
export interface Paint {
  good(text: string): string;
  warning(text: string): string;
  bad(text: string): string;
  faint(text: string): string;
}

/** Colours where a person watches who has not asked for none (NO_COLOR), and plain text elsewhere. */
export function paintFor({ stdout, env }: Pick<Io, 'stdout' | 'env'>): Paint {
  const isColoured = stdout.isTTY === true && !env.NO_COLOR;
  const inColour = (code: number) => (text: string) =>
    isColoured ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { good: inColour(32), warning: inColour(33), bad: inColour(31), faint: inColour(2) };
}

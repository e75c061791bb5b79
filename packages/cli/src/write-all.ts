import type { Output } from './io.ts';

/** Writes text, however long, and resolves when it has gone out, or nobody reads it any more. */
export function writeAll(output: Output, text: string): Promise<void> {
  return new Promise((resolve) => {
    output.once('error', () => resolve());
    output.write(text, () => resolve());
  });
}

import type { Output } from '../io.ts';

const width = 24;
const clearLine = '\r\u001b[K';

/** A line on a terminal that tells how far something has come, until it is cleared. Elsewhere nothing is written. */
export interface ProgressLine<Progress> {
  show(progress: Progress): void;
  clear(): void;
}

/** Makes a line that is written over and over; `describe` says what. */
export function createProgressLine<Progress>(
  output: Output,
  describe: (progress: Progress) => string,
): ProgressLine<Progress> {
  if (!output.isTTY) return { show: () => {}, clear: () => {} };
  // A terminal that goes away ends nothing.
  output.on('error', () => {});
  return {
    show: (progress) =>
      void output.write(clearLine + describe(progress).slice(0, (output.columns || 80) - 1)),
    clear: () => void output.write(clearLine),
  };
}

/** A bar that is filled as far as something is done. */
export function progressBar(done: number, total: number): string {
  const filled = total === 0 ? width : Math.floor((done / total) * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

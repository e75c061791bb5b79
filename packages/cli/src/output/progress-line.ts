import type { Output } from '../io.ts';

const width = 24;
const clearLine = '\r\u001b[K';

/** A line on a terminal that shows progress until it is cleared. Without a terminal nothing is written. */
interface ProgressLine<Progress> {
  show(progress: Progress): void;
  clear(): void;
}

/** Creates a line that is overwritten again and again with what `describe` returns. */
export function createProgressLine<Progress>(
  output: Output,
  describe: (progress: Progress) => string,
): ProgressLine<Progress> {
  if (!output.isTTY) return { show: () => {}, clear: () => {} };
  // The command goes on when its terminal is closed.
  output.on('error', () => {});
  let isShown = false;
  return {
    show(progress) {
      isShown = true;
      output.write(clearLine + describe(progress).slice(0, (output.columns || 80) - 1));
    },
    clear() {
      if (isShown) output.write(clearLine);
      isShown = false;
    },
  };
}

/** A bar that is filled in proportion to what is done. */
export function progressBar(done: number, total: number): string {
  const filled = total === 0 ? width : Math.floor((done / total) * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

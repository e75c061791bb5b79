import type { CheckProgress } from '@location-records/testing/node';
import type { Output } from './io.ts';

const width = 24;
const clearLine = '\r\u001b[K';

/** A line on a terminal that tells how far something has come, until it is cleared. Elsewhere nothing is written. */
export interface ProgressLine {
  show(progress: CheckProgress): void;
  clear(): void;
}

/** Makes a line that is written over and over. */
export function createProgressLine(output: Output): ProgressLine {
  if (!output.isTTY) return { show: () => {}, clear: () => {} };
  // A terminal that goes away ends nothing.
  output.on('error', () => {});
  return {
    show: (progress) =>
      void output.write(clearLine + progressText(progress).slice(0, (output.columns ?? 80) - 1)),
    clear: () => void output.write(clearLine),
  };
}

function progressText({ done, total, failed, id = '' }: CheckProgress): string {
  const filled = total === 0 ? width : Math.floor((done / total) * width);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  return `${bar} ${done}/${total}${failed > 0 ? `, ${failed} failed` : ''} ${id}`;
}

import type { Output } from '../io.ts';
import { counted, formatRate } from './numbers.ts';

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

/** Returns a bar that is filled in proportion to what is done. */
export function progressBar(done: number, total: number): string {
  const filled = total === 0 ? width : Math.floor((done / total) * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

/** The minimum time between two updates of the line, in milliseconds. */
const interval = 100;

/** How far a phase of a command is. */
interface Phase {
  /** What the phase is. A new one begins another phase. */
  readonly done: string;
  /** How much of the work is done, from 0 to 1, if that is known. */
  readonly share?: number | undefined;
}

/** How far a phase of an import, an export or a copy is: `done` says what, such as `copied`. */
export interface RecordsProgress extends Phase {
  readonly records: number;
}

/** Creates a line with the progress of a command that goes through many records. */
export function createRecordsProgress(output: Output): ProgressLine<RecordsProgress | Phase> {
  const line = createProgressLine(output, (text: string) => text);
  let done: string | undefined;
  let began = 0;
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const now = performance.now();
      if (progress.done !== done) [done, began] = [progress.done, now];
      else if (now - shown >= interval) {
        shown = now;
        line.show(progressText(progress, now - began));
      }
    },
    clear: line.clear,
  };
}

/** Describes a phase after `elapsed` milliseconds: how far it is, how fast, and the time left. */
function progressText(progress: RecordsProgress | Phase, elapsed: number): string {
  const { done, share } = progress;
  const counts = 'records' in progress ? `${counted(progress.records, 'record')} ` : '';
  const rate = 'records' in progress ? formatRate(progress.records, elapsed) : '';
  const text = counts + done + rate;
  if (share === undefined) return text;
  const part = Math.min(share, 1);
  const left = part > 0 && elapsed >= 1000 ? Math.ceil((elapsed * (1 - part)) / part / 1000) : undefined;
  const rest = left === undefined ? '' : `, ${left} s left`;
  return `${progressBar(part, 1)} ${Math.floor(part * 100)} % ${text}${rest}`;
}

import type { Output } from '../io.ts';
import { counted, formatRate } from '../output/numbers.ts';
import { createProgressLine, progressBar } from '../output/progress-line.ts';

/** The minimum time between two updates of the line, in milliseconds. */
const interval = 100;

/** How far a phase of an import, an export or a copy has come. */
export interface Progress {
  /** What is done with the records, such as `copied`. A new one begins a phase. */
  readonly done: string;
  readonly records: number;
  /** How much of the work is done, from 0 to 1, if that is known. */
  readonly share?: number | undefined;
}

/** A line on a terminal with the progress of a command. `show` updates the line, and `clear` removes it. */
export function createProgress(
  output: Output,
  now: () => number = () => performance.now(),
): { show(progress: Progress): void; clear(): void } {
  const line = createProgressLine(output, (text: string) => text);
  let done: string | undefined;
  let began = 0;
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const time = now();
      if (progress.done !== done) [done, began] = [progress.done, time];
      else if (time - shown >= interval) {
        shown = time;
        line.show(progressText(progress, time - began));
      }
    },
    clear: line.clear,
  };
}

/**
 * How far a phase has come after `elapsed` milliseconds: also how fast, and after a second how long the rest
 * takes.
 */
export function progressText({ done, records, share }: Progress, elapsed: number): string {
  const text = `${counted(records, 'record')} ${done}${formatRate(records, elapsed)}`;
  if (share === undefined) return text;
  const part = Math.min(share, 1);
  const left = part > 0 && elapsed >= 1000 ? Math.ceil((elapsed * (1 - part)) / part / 1000) : undefined;
  const rest = left === undefined ? '' : `, ${left} s left`;
  return `${progressBar(part, 1)} ${Math.floor(part * 100)} % ${text}${rest}`;
}

import type { Output } from '../../io.ts';
import { countedRecords, formatRate } from '../../output/numbers.ts';
import { createProgressLine, progressBar } from '../../output/progress-line.ts';

/** The minimum time between two updates of the line, in milliseconds. */
const interval = 100;

/** How far an import has come. */
export interface ImportedSoFar {
  /** What is done with the records. */
  readonly done: 'checked' | 'imported';
  readonly records: number;
  /** How much of the file is read, in bytes. */
  readonly bytes: number;
  /** The length of the file in bytes, where it is known. */
  readonly total: number | undefined;
  /** For how many milliseconds it has been going on. */
  readonly elapsed: number;
}

/** The progress of an import as a line on a terminal. `show` updates the line, and `clear` removes it. */
export function createImportProgress(
  output: Output,
  now: () => number = () => performance.now(),
): { show(progress: Omit<ImportedSoFar, 'elapsed'>): void; clear(): void } {
  const line = createProgressLine(output, importProgressText);
  let done: ImportedSoFar['done'] | undefined;
  let began = 0;
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const time = now();
      if (progress.done !== done) [done, began] = [progress.done, time];
      if (time - shown < interval) return;
      shown = time;
      line.show({ ...progress, elapsed: time - began });
    },
    clear: line.clear,
  };
}

/** How far an import has come, and after a second also how fast, and how long the rest takes. */
export function importProgressText({ done, records, bytes, total, elapsed }: ImportedSoFar): string {
  const rate = formatRate(records, elapsed);
  const speed = rate === undefined ? '' : `, ${rate}/s`;
  const counted = `${countedRecords(records)} ${done}${speed}`;
  if (!total) return counted;
  const share = Math.min(bytes / total, 1);
  const left = share > 0 && elapsed >= 1000 ? Math.ceil((elapsed * (1 - share)) / share / 1000) : undefined;
  const time = left === undefined ? '' : `, ${left} s left`;
  return `${progressBar(share, 1)} ${Math.floor(share * 100)} % ${counted}${time}`;
}

import type { Output } from '../../io.ts';
import { countedRecords, formatNumber, formatRate } from '../../output/numbers.ts';
import { createProgressLine, progressBar } from '../../output/progress-line.ts';
import type { CopyPhase, CopyProgress } from './copy-records.ts';

/** The minimum time between two updates of the line, in milliseconds. */
const interval = 100;

const done: Readonly<Record<CopyPhase, string>> = {
  'reading-source': 'of the source read',
  'reading-target': 'of the target read',
  copying: 'copied',
  verifying: 'verified',
};

/** How far a phase has come. */
interface PhaseProgress extends CopyProgress {
  /** For how many milliseconds it has been going on. */
  readonly elapsed: number;
}

/** The progress of a copy as a line on a terminal. `show` updates the line, and `clear` removes it. */
export function createCopyProgress(
  output: Output,
  now: () => number = () => performance.now(),
): { show(progress: CopyProgress): void; clear(): void } {
  const line = createProgressLine(output, copyProgressText);
  let phase: CopyPhase | undefined;
  let began = 0;
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const time = now();
      if (progress.phase !== phase) [phase, began] = [progress.phase, time];
      else if (time - shown >= interval) {
        shown = time;
        line.show({ ...progress, elapsed: time - began });
      }
    },
    clear: line.clear,
  };
}

/** How far a phase has come, and after a second also how fast, and for how long. */
export function copyProgressText({ phase, records, total, elapsed }: PhaseProgress): string {
  const rate = formatRate(records, elapsed);
  const speed = rate === undefined ? '' : `, ${rate}/s`;
  const seconds = Math.floor(elapsed / 1000);
  const time = seconds > 0 ? `, ${seconds} s` : '';
  if (total === undefined) return `${countedRecords(records)} ${done[phase]}${speed}${time}`;
  const bar = progressBar(Math.min(records, total), total);
  const whole = records > 0 ? Math.ceil((elapsed * Math.max(total, records)) / records / 1000) : seconds;
  return `${bar} ${formatNumber(records)}/${formatNumber(total)} ${done[phase]}${speed}${time && `${time} of ${whole} s`}`;
}

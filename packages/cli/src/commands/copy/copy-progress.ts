import type { CopyPhase, CopyProgress } from '../../copy/progress.ts';
import type { Output } from '../../io.ts';
import { countedRecords, formatNumber, formatRate } from '../../output/numbers.ts';
import { createProgressLine, progressBar } from '../../output/progress-line.ts';

/** The line is written anew after so many milliseconds at the earliest. */
const interval = 100;

const done: Readonly<Record<CopyPhase, string>> = {
  checking: 'of the target checked',
  'reading the target': 'of the target read',
  counting: 'counted',
  copying: 'copied',
  'verifying the source': 'of the source verified',
  'verifying the target': 'of the target verified',
  'comparing with the target': 'compared with the target',
  'comparing with the source': 'compared with the source',
};

/** How far a phase has come. */
export interface PhaseProgress {
  readonly phase: CopyPhase;
  /** How many records are done. */
  readonly records: number;
  readonly total?: number | undefined;
  /** For how many milliseconds it has been going on. */
  readonly elapsed: number;
}

/** How far a copy has come, as a line on a terminal, with `clear` to take it away. */
export function createCopyProgress(
  output: Output,
  now: () => number = () => performance.now(),
): CopyProgress & { clear(): void } {
  const line = createProgressLine(output, copyProgressText);
  let phase: CopyPhase = 'counting';
  let records = 0;
  let total: number | undefined;
  let began = 0;
  let shown = Number.NEGATIVE_INFINITY;
  return {
    begin(nextPhase, nextTotal) {
      [phase, total, records, began] = [nextPhase, nextTotal, 0, now()];
    },
    advance(more) {
      records += more;
      const time = now();
      if (time - shown < interval) return;
      shown = time;
      line.show({ phase, records, total, elapsed: time - began });
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

import type { Io } from '../../io.ts';
import type { JsonReport } from '../../output/json-report.ts';
import { counted, formatDuration } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { createRecordsProgress } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import { describeStore } from '../../store-urls/store-urls.ts';
import { untilStopped } from '../../until-stopped.ts';
import { orStopped } from '../backup/write-database.ts';
import type { CheckStoreCommandOptions } from './check-store-command.ts';
import { checkStored, type StoreCheck } from './check-stored.ts';

/** The report of a check. */
interface CheckStoreReport extends StoreCheck {
  readonly store: string;
  readonly sound: boolean;
  readonly durationMs: number;
}

/**
 * Checks a store, and writes the report. Resolves to 0 when it is sound, to 1 when it is not, and to 128 + n
 * after signal n.
 *
 * @throws {StoreError} when the store cannot be opened or read now.
 */
export function checkStore(
  { store, json }: CheckStoreCommandOptions,
  io: Io,
  jsonReport: JsonReport,
): Promise<number> {
  const progress = createRecordsProgress(io.stderr);
  return untilStopped(io, async ({ signal }) => {
    const begin = performance.now();
    const checking = checkStored(store, { signal, onProgress: progress.show });
    const found = await orStopped(checking, signal).finally(progress.clear);
    if (!found) return 0;
    const durationMs = Math.round(performance.now() - begin);
    const sound = found.problemCount === 0;
    const report: CheckStoreReport = { store: describeStore(store), sound, ...found, durationMs };
    if (json) await jsonReport.write(report);
    else await writeAll(io.stdout, reportText(report, paintFor(io)));
    return sound ? 0 : 1;
  });
}

function reportText(report: CheckStoreReport, paint: Paint): string {
  const { store, sound, records, areas, problems, problemCount, durationMs } = report;
  const time = `(${formatDuration(durationMs)})`;
  const where = printableLine(store);
  if (sound) {
    const index = areas ? ', and so is their index of area queries' : '';
    return `${paint.good('✓')} Sound: ${counted(records, 'record')} ${where}${index} ${time}\n`;
  }
  const lines = problems.map(({ message }) => `    ${printableLine(message)}`);
  const rest = problemCount - problems.length;
  if (rest > 0) lines.push(`    and ${counted(rest, 'problem')} more`);
  return [paint.bad(`✗ ${counted(problemCount, 'problem')} ${where} ${time}`), ...lines, ''].join('\n');
}

import { formatDuration, formatNumber, formatRate } from '../output/numbers.ts';
import type { Paint } from '../output/paint.ts';

/** What became of the records of a file. */
export interface ImportCounts {
  /** Records of the file, those included that cannot be read. */
  readonly read: number;
  /** Were not in the target. */
  readonly created: number;
  /** Were in the target with another content. */
  readonly replaced: number;
  /** Were in the target with the same content, and were not written. */
  readonly unchanged: number;
  /** Were in the target with another content, which stays. */
  readonly skipped: number;
  /** Cannot be read, or the target refuses them. */
  readonly refused: number;
  /** Their identifier came before in the file. They are counted above, too. */
  readonly repeated: number;
  /** Something is probably wrong with them. They are counted above, too. */
  readonly doubtful: number;
}

/** The report of an import. */
export interface ImportReport extends ImportCounts {
  readonly file: string;
  /** Where the records go, without a password. */
  readonly target: string;
  readonly durationMs: number;
  /** Nothing was written. */
  readonly dryRun?: true;
  /** A signal ended it before everything was done. */
  readonly stopped?: true;
}

/** The report as plain text: what became of the records, a line for each outcome. */
export function importText(report: ImportReport, paint: Paint): string {
  const { read, created, replaced, unchanged, skipped, refused, repeated, doubtful } = report;
  const rows: readonly (readonly [name: string, count: number, isShown: boolean])[] = [
    ['read', read, true],
    ['created', created, true],
    ['replaced', replaced, true],
    ['unchanged', unchanged, true],
    ['skipped', skipped, skipped > 0],
    ['refused', refused, true],
    ['repeated', repeated, repeated > 0],
    ['doubtful', doubtful, doubtful > 0],
  ];
  const width = formatNumber(read).length;
  const lines = rows
    .filter(([, , isShown]) => isShown)
    .map(([name, count]) => `  ${name.padEnd(10)} ${formatNumber(count).padStart(width)}`);
  return `${headLine(report, paint)}\n${lines.join('\n')}\n`;
}

function headLine(
  { file, target, read, refused, durationMs, dryRun, stopped }: ImportReport,
  paint: Paint,
): string {
  const rate = formatRate(read, durationMs);
  const time = `(${formatDuration(durationMs)}${rate === undefined ? '' : `, ${rate} records/s`})`;
  if (stopped) return paint.faint(`– Stopped; the same command continues ${time}`);
  const what = dryRun ? `Checked ${file}, and wrote nothing` : `Imported ${file}; the records are ${target}`;
  if (refused === 0) return `${paint.good('✓')} ${what} ${time}`;
  return `${paint.bad('✗')} ${what}, but some are refused ${time}`;
}

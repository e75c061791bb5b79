import type { FormatName } from '@location-records/formats';
import { countedRecords, formatDuration, formatRate } from '../output/numbers.ts';
import type { Paint } from '../output/paint.ts';
import { printableLine } from '../output/printable-text.ts';

/** The report of an export. */
export interface ExportReport {
  /** The path of the file, or `stdout`. */
  readonly file: string;
  readonly format: FormatName;
  readonly records: number;
  /** How many of them are beyond ±90 or ±180 degrees. */
  readonly beyondRange: number;
  readonly durationMs: number;
}

/** The report as plain text. */
export function exportText(report: ExportReport, paint: Paint): string {
  const { file, format, records, beyondRange, durationMs } = report;
  const rate = formatRate(records, durationMs);
  const time = `(${formatDuration(durationMs)}${rate === undefined ? '' : `, ${rate} records/s`})`;
  const lines = [
    `${paint.good('✓')} Exported ${countedRecords(records)} to ${printableLine(file)} as ${format} ${time}`,
  ];
  if (beyondRange > 0) {
    const are = beyondRange === 1 ? 'is' : 'are';
    lines.push(
      paint.warning(
        `– ${countedRecords(beyondRange)} ${are} beyond ±90 or ±180 degrees, which other programs may refuse or move`,
      ),
    );
  }
  return `${lines.join('\n')}\n`;
}

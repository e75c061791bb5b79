import {
  type CopiedRecords,
  type CopyResult,
  type DifferenceKind,
  type Differences,
  describeParts,
  quoteIdentifier,
  type StoreComparison,
} from '@location-records/stores/copy';
import { countedRecords, formatDuration, formatNumber, formatRate } from '../output/numbers.ts';
import type { Paint } from '../output/paint.ts';
import { printableLine } from '../output/printable-text.ts';

/** The result of a copy, or of a comparison. */
export interface CopyOutcome extends Partial<CopyResult> {
  /** A signal ended it before everything was done. */
  readonly stopped?: true;
}

/** The same with the names of the stores. */
export interface CopyReport extends CopyOutcome {
  /** Where the records of the source are, without a password. */
  readonly source: string;
  /** Where the records of the target are, without a password. */
  readonly target: string;
}

const kindTexts: Readonly<Record<DifferenceKind, string>> = {
  differs: 'differs',
  'only-in-source': 'only in the source',
  'only-in-target': 'only in the target',
};

/** The report as plain text: what was copied, and whether the target holds the right records. */
export function copyText({ copied, stopped, verification }: CopyOutcome, paint: Paint): string {
  const lines: string[] = [];
  if (copied) lines.push(copiedLine(copied, stopped === true, paint));
  else if (stopped) lines.push(paint.faint('– Stopped before all records were compared'));
  if (verification) lines.push(...verificationLines(verification, paint));
  return `${lines.join('\n')}\n`;
}

function copiedLine(
  { created, replaced, present, durationMs }: CopiedRecords,
  stopped: boolean,
  paint: Paint,
): string {
  const written = created + replaced;
  const inPlace = replaced > 0 ? `, ${formatNumber(replaced)} of them in place of others` : '';
  const found =
    present > 0 ? `; ${formatNumber(present)} ${present === 1 ? 'was' : 'were'} already there` : '';
  const rate = formatRate(written, durationMs);
  const speed = rate === undefined ? '' : `, ${rate} records/s`;
  const text = `${countedRecords(written)}${inPlace}${found} (${formatDuration(durationMs)}${speed})`;
  if (!stopped) return `${paint.good('✓')} Copied ${text}`;
  return paint.faint(`– Stopped after copying ${text}; the same command continues`);
}

function verificationLines(verification: StoreComparison, paint: Paint): string[] {
  const { agrees, differences, durationMs } = verification;
  const time = `(${formatDuration(durationMs)})`;
  const lines = agrees
    ? [`${paint.good('✓')} Verified by count and content: ${agreement(verification)} ${time}`]
    : differenceLines(differences as Differences, time, paint);
  return [...lines, ...changeLines(verification, paint)];
}

function agreement({ source, target, read, differences }: StoreComparison): string {
  // A comparison record by record is with the current records of the source.
  const { records } = (differences ? undefined : read) ?? source;
  const others = target.records - records;
  if (others > 0) {
    return `the target holds the ${countedRecords(records)} of the source, and ${formatNumber(others)} more`;
  }
  return read && !differences
    ? `the target holds the ${countedRecords(records)} that were read`
    : `both stores hold the same ${countedRecords(records)}`;
}

function differenceLines(
  { differing, onlyInSource, onlyInTarget = 0, examples }: Differences,
  time: string,
  paint: Paint,
): string[] {
  const counts = [
    [differing, 'with different content'],
    [onlyInSource, kindTexts['only-in-source']],
    [onlyInTarget, kindTexts['only-in-target']],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, how]) => `${countedRecords(count)} ${how}`);
  return [
    paint.bad(`✗ The stores differ: ${told.join(', ')} ${time}`),
    ...examples.map(({ id, kind, parts }) => {
      const how = parts ? `  ${printableLine(describeParts(parts))}` : '';
      return `    ${kindTexts[kind].padEnd(kindTexts['only-in-source'].length)}  ${quoteIdentifier(id)}${how}`;
    }),
  ];
}

/** Reports writes to the source during the copy. They explain differences, and a right target lacks them. */
function changeLines({ source, read }: StoreComparison, paint: Paint): string[] {
  if (!read) return [];
  const held = `${countedRecords(read.records)} then, ${formatNumber(source.records)} now`;
  const advice = 'the same command with --overwrite copies what is new';
  return [paint.faint(`– The source was written to after it was read (${held}); ${advice}`)];
}

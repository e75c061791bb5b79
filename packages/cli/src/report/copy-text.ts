import { describeParts, quoteIdentifier } from '../bulk/differing-parts.ts';
import type { Comparison, DifferenceKind } from '../commands/copy/compare-stores.ts';
import type { CopyCounts } from '../commands/copy/copy-records.ts';
import { countedRecords, formatDuration, formatNumber, formatRate } from '../output/numbers.ts';
import type { Paint } from '../output/paint.ts';
import { printableLine } from '../output/printable-text.ts';

/** How many records were copied, and how long it took. */
interface CopiedRecords extends Readonly<CopyCounts> {
  readonly durationMs: number;
}

/** The result of a copy, or of a comparison. */
export interface CopyOutcome {
  readonly copied?: CopiedRecords | undefined;
  /** Left out when the stores are not compared. */
  readonly verification?: Comparison;
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
  if (verification) lines.push(...verificationLines(verification, copied !== undefined, paint));
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

function verificationLines(verification: Comparison, hasCopied: boolean, paint: Paint): readonly string[] {
  const { agrees, expected, found, durationMs } = verification;
  const time = `(${formatDuration(durationMs)})`;
  if (!agrees) return differenceLines(verification, time, paint);
  const more = found > expected ? `, and ${formatNumber(found - expected)} more` : '';
  const agreement = hasCopied
    ? `the target holds the ${countedRecords(expected)} that were read${more}`
    : `both stores hold the same ${countedRecords(expected)}`;
  return [`${paint.good('✓')} Verified record by record: ${agreement} ${time}`];
}

function differenceLines(
  { differing, onlyInSource, onlyInTarget, examples }: Comparison,
  time: string,
  paint: Paint,
): readonly string[] {
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

import { describeParts } from '../../bulk/differing-parts.ts';
import { counted, formatDuration, formatNumber, formatRate } from '../../output/numbers.ts';
import type { Paint } from '../../output/paint.ts';
import { printableLine, quoteIdentifier } from '../../output/printable-text.ts';
import type { Comparison, DifferenceKind } from './compare-stores.ts';
import type { CopyCounts } from './copy-records.ts';

/** The result of a copy, or of a comparison. */
export interface CopyOutcome {
  readonly copied?: (Readonly<CopyCounts> & { readonly durationMs: number }) | undefined;
  /** Left out if the stores are not compared. */
  readonly verification?: Comparison;
  /** A signal ended it before everything was done. */
  readonly stopped?: true;
}

const kindTexts: Readonly<Record<DifferenceKind, string>> = {
  differs: 'differs',
  'only-in-source': 'only in the source',
  'only-in-target': 'only in the target',
};

/** Formats the report for people: what was copied, and whether the target holds the right records. */
export function copyText({ copied, stopped, verification }: CopyOutcome, paint: Paint): string {
  const lines: string[] = [];
  if (copied) lines.push(copiedLine(copied, stopped === true, paint));
  else if (stopped) lines.push(paint.faint('– Stopped before all records were compared'));
  if (verification) lines.push(...verificationLines(verification, copied !== undefined, paint));
  return `${lines.join('\n')}\n`;
}

function copiedLine(
  { created, replaced, present, durationMs }: NonNullable<CopyOutcome['copied']>,
  stopped: boolean,
  paint: Paint,
): string {
  const written = created + replaced;
  const inPlace = replaced > 0 ? `, ${formatNumber(replaced)} of them in place of others` : '';
  const found =
    present > 0 ? `; ${formatNumber(present)} ${present === 1 ? 'was' : 'were'} already there` : '';
  const time = `(${formatDuration(durationMs)}${formatRate(written, durationMs)})`;
  const text = `${counted(written, 'record')}${inPlace}${found} ${time}`;
  if (!stopped) return `${paint.good('✓')} Copied ${text}`;
  return paint.faint(`– Stopped after copying ${text}; the same command continues`);
}

function verificationLines(verification: Comparison, hasCopied: boolean, paint: Paint): readonly string[] {
  const { agrees, expected, found, differing, onlyInSource, onlyInTarget, examples } = verification;
  const time = `(${formatDuration(verification.durationMs)})`;
  if (agrees) {
    const more = found > expected ? `, and ${formatNumber(found - expected)} more` : '';
    const agreement = hasCopied
      ? `the target holds the ${counted(expected, 'record')} that ${expected === 1 ? 'was' : 'were'} read${more}`
      : `both stores hold the same ${counted(expected, 'record')}`;
    return [`${paint.good('✓')} Verified record by record: ${agreement} ${time}`];
  }
  const counts = [
    [differing, 'with different content'],
    [onlyInSource, kindTexts['only-in-source']],
    [onlyInTarget, kindTexts['only-in-target']],
  ] as const;
  const told = counts
    .filter(([count]) => count > 0)
    .map(([count, how]) => `${counted(count, 'record')} ${how}`);
  return [
    paint.bad(`✗ The stores differ: ${told.join(', ')} ${time}`),
    ...examples.map(({ id, kind, parts }) => {
      const how = parts ? `  ${printableLine(describeParts(parts))}` : '';
      return `    ${kindTexts[kind].padEnd(kindTexts['only-in-source'].length)}  ${quoteIdentifier(id)}${how}`;
    }),
  ];
}

import { type CheckReport, type Finding, showDifference } from '@location-records/conformance/node';
import type { Paint } from '../../output/paint.ts';
import { printableLine, quoteIdentifier, whereClausesAre } from '../../output/printable-text.ts';

/** How many findings are shown with their examples: one screen. */
const maxExamples = 5;

/** The report as plain text: the broken clauses with examples, notes and a summary. */
export function checkText(report: CheckReport, paint: Paint, columns = 110): string {
  const { findings } = report;
  const lines = [
    ...findings.slice(0, maxExamples).flatMap((finding) => findingLines(finding, paint, columns)),
    ...alsoBroken(findings.slice(maxExamples), paint),
    ...(findings.length > 0 ? [paint.faint(`${whereClausesAre}.`)] : []),
    ...notes(report).map(paint.warning),
    summary(report, paint),
  ];
  return `${lines.join('\n')}\n`;
}

function title({ clause, rule, failed }: Finding): string {
  const others = failed > 1 ? ` (and ${counted(failed - 1, 'more case')})` : '';
  return `✗ ${clause}: ${printableLine(rule)}${others}`;
}

function findingLines(finding: Finding, { bad, faint }: Paint, columns: number): readonly string[] {
  const { command, setAside } = finding;
  const [wanted, got] = [finding.expected, finding.actual].map(onOneLine);
  const { expected, actual } = showDifference(wanted, got, columns - 13);
  return [
    bad(title(finding)),
    `    ${command}`,
    `    expected ${expected}`,
    `    actual   ${actual}`,
    ...(setAside > 0
      ? [faint(`    Set aside, since they presuppose this: ${counted(setAside, 'case')}.`)]
      : []),
  ];
}

/** A page of HTML has many line breaks. */
function onOneLine(text: string): string {
  return text.replace(/(<U\+000[AD]>\s*)+/g, ' ');
}

function alsoBroken(findings: readonly Finding[], { bad }: Paint): readonly string[] {
  if (findings.length === 0) return [];
  const named = findings.map(({ clause, failed }) => `${clause} (${failed})`).join(', ');
  return [bad(`✗ And ${named}; --only "${findings[0]?.clause}" shows the first of these.`)];
}

/** The maximum number of identifiers shown. */
const maxNamed = 5;

/** Why the run ended early, what was left out, and records left behind. */
function notes({ cases, leftBehind, stopped }: CheckReport): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { outcome, reason = '' } of cases) {
    if (outcome === 'left-out' && reason !== stopped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const lines = [...reasons].map(
    ([reason, count]) => `${counted(count, 'case')} left out: ${printableLine(reason)}`,
  );
  if (stopped !== undefined) lines.push(`The run ended early. ${stopped}`);
  if (leftBehind === undefined) lines.push('The list cannot be read, so records of the check may remain.');
  else if (leftBehind.length > 0) {
    const named = leftBehind.slice(0, maxNamed).map(quoteIdentifier);
    const more = leftBehind.length > maxNamed ? `, and ${leftBehind.length - maxNamed} more` : '';
    lines.push(`These records of the check could not be removed: ${named.join(', ')}${more}`);
  }
  return lines;
}

function summary(report: CheckReport, paint: Paint): string {
  const { url, passed, failed, setAside, findings, durationMs, stopped } = report;
  const counts = [
    failed > 0 ? `${counted(failed, 'case')} of ${counted(findings.length, 'clause')} failed` : '',
    `${failed > 0 ? passed : counted(passed, 'case')} passed`,
    setAside > 0 ? `${setAside} set aside` : '',
  ].filter((part) => part !== '');
  const text = `${url}: ${counts.join(', ')} (${(durationMs / 1000).toFixed(1)} s)`;
  if (failed > 0) return paint.bad(`✗ ${text}`);
  return stopped === undefined ? paint.good(`✓ ${text}`) : paint.warning(`! ${text}`);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

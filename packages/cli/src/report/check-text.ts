import type { CheckReport, ClauseReport, FindingReport } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';
import { printableLine, whereClausesAre } from '../output/printable-text.ts';

/** The report as plain text: the clauses, the failures, what was left out, and a summary. */
export function textReport(report: CheckReport, paint: Paint): string {
  const findings = report.findings.map((finding) => findingText(finding, report, paint));
  const where = findings.length > 0 ? paint.faint(`${whereClausesAre}.`) : '';
  const parts = [clauseTable(report, paint), ...findings, where, notesText(report), summary(report, paint)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function clauseTable({ clauses, cases, findings }: CheckReport, paint: Paint): string {
  const isRun = ({ passed, failed }: ClauseReport) => passed + failed > 0;
  const run = clauses.filter(isRun);
  const others = clauses.filter((clause) => !isRun(clause)).map(({ clause }) => clause);
  const widest = Math.max(...run.map(({ title }) => title.length));
  const lines = run.map((clause) => {
    const line = `${clause.clause.padEnd(11)} ${clause.title.padEnd(widest)}  ${outcomeOf(clause)}`;
    if (clause.failed === 0) return `${paint.good('✓')} ${line}`;
    const own = cases.filter((one) => one.clause === clause.clause).map(({ id }) => id);
    const by = findings.filter((finding) => finding.cases.some((id) => own.includes(id)));
    const broken = [...new Set(by.map((finding) => finding.clause))];
    return broken.includes(clause.clause)
      ? paint.bad(`✗ ${line}`)
      : paint.warning(`! ${line} by ${broken.join(', ')}`);
  });
  if (others.length > 0) lines.push(paint.faint(`– Not run: ${others.join(', ')}.`));
  return lines.join('\n');
}

function outcomeOf({ passed, failed, leftOut }: ClauseReport): string {
  const judged = failed > 0 ? `${failed} of ${passed + failed} failed` : `${passed} passed`;
  return leftOut > 0 ? `${judged}, ${leftOut} left out` : judged;
}

function summary({ url, counts, clauses, findings, durationMs }: CheckReport, paint: Paint): string {
  const { passed, failed, leftOut } = counts;
  const broken = clauses.filter((clause) => clause.failed > 0).length;
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const others = leftOut > 0 ? `, ${leftOut} left out` : '';
  if (failed === 0) return paint.good(`✓ ${url}: ${counted(passed, 'case')} passed${others} (${time})`);
  const where = `${counted(findings.length, 'finding')}: ${counted(failed, 'case')} in ${counted(broken, 'clause')}`;
  return paint.bad(`✗ ${url}: ${where} failed, ${passed} passed${others} (${time})`);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** How many other cases of a finding are named. */
const maxOthers = 10;

/** A finding: its first case with all that belongs to it, and which others fail by it. */
function findingText(finding: FindingReport, { clauses, cases }: CheckReport, { bad, faint }: Paint): string {
  const { clause, what, expected, actual, commands, otherCaseCount } = finding;
  const [first = '', ...others] = finding.cases;
  const title = clauses.find((one) => one.clause === clause)?.title;
  const rule = cases.find(({ id }) => id === first)?.title ?? '';
  const more = others.length > maxOthers ? `, and ${others.length - maxOthers} more` : '';
  return [
    bad(`✗ ${clause}${title === undefined ? '' : `, ${title}`}`),
    `  ${first}: ${printableLine(rule)}`,
    `    expected ${what}: ${expected}`,
    `    actual ${what}:   ${actual}`,
    ...commands.map((command) => `    ${command.startsWith('#') ? faint(command) : command}`),
    ...(others.length > 0 ? [`  The same in ${others.slice(0, maxOthers).join(', ')}${more}`] : []),
    ...(otherCaseCount > 0 ? [`  ${counted(otherCaseCount, 'case')} of other clauses met it, too.`] : []),
  ].join('\n');
}

/** The maximum number of identifiers shown. */
const maxNamed = 20;

/** Why the run ended early, what was left out and why, and records left behind. */
function notesText({ cases, cleanup, stopped }: CheckReport): string {
  return [
    ...(stopped === undefined ? [] : [`The run ended early. ${stopped}`]),
    ...leftOutNotes(cases),
    ...cleanupNotes(cleanup),
  ].join('\n');
}

function leftOutNotes(cases: CheckReport['cases']): readonly string[] {
  const counts = new Map<string, number>();
  for (const { reason } of cases) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return [];
  const lines = [...counts].map(([reason, count]) => `  ${String(count).padStart(3)}  ${reason}`);
  return ['Left out:', ...lines];
}

function cleanupNotes({ left, unknown, isCertain }: CheckReport['cleanup']): readonly string[] {
  return [
    ...(left.length > 0 ? [`These records of the check could not be removed: ${named(left)}`] : []),
    ...(unknown.length > 0
      ? [`These records were added meanwhile, and were left alone: ${named(unknown)}`]
      : []),
    ...(isCertain ? [] : ['The list could not be read, so records of the check may remain.']),
  ];
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, maxNamed).map((id) => JSON.stringify(id));
  return shown.join(', ') + (ids.length > maxNamed ? `, and ${ids.length - maxNamed} more` : '');
}

import type { CaseReport, CheckReport, ClauseReport } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';
import { printableLine } from '../output/printable-text.ts';

/** The report for a person: the clauses, what failed, what was left out, and at the end how it went. */
export function textReport(report: CheckReport, paint: Paint): string {
  const failures = report.clauses
    .filter(({ failed }) => failed > 0)
    .map((clause) => failuresText(clause, failedOf(report, clause), paint));
  const parts = [clauseTable(report.clauses, paint), ...failures, notesText(report), summary(report, paint)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function failedOf({ cases }: CheckReport, { clause }: ClauseReport): readonly CaseReport[] {
  return cases.filter((one) => one.clause === clause && one.outcome === 'failed');
}

function clauseTable(clauses: readonly ClauseReport[], paint: Paint): string {
  const isRun = ({ passed, failed }: ClauseReport) => passed + failed > 0;
  const run = clauses.filter(isRun);
  const others = clauses.filter((clause) => !isRun(clause)).map(({ clause }) => clause);
  const widest = Math.max(...run.map(({ title }) => title.length));
  const lines = run.map((clause) => {
    const line = `${clause.clause.padEnd(11)} ${clause.title.padEnd(widest)}  ${outcomeOf(clause)}`;
    return clause.failed > 0 ? paint.bad(`✗ ${line}`) : `${paint.good('✓')} ${line}`;
  });
  if (others.length > 0) lines.push(paint.faint(`– Nothing was run of ${others.join(', ')}.`));
  return lines.join('\n');
}

function outcomeOf({ passed, failed, leftOut }: ClauseReport): string {
  const judged = failed > 0 ? `${failed} of ${passed + failed} failed` : `${passed} passed`;
  return leftOut > 0 ? `${judged}, ${leftOut} left out` : judged;
}

function summary({ url, counts, clauses, durationMs }: CheckReport, paint: Paint): string {
  const { passed, failed, leftOut } = counts;
  const broken = clauses.filter((clause) => clause.failed > 0).length;
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const others = leftOut > 0 ? `, ${leftOut} left out` : '';
  if (failed === 0) return paint.good(`✓ ${url}: ${counted(passed, 'case')} passed${others} (${time})`);
  const where = `${counted(failed, 'case')} in ${counted(broken, 'clause')}`;
  return paint.bad(`✗ ${url}: ${where} failed, ${passed} passed${others} (${time})`);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** How many failures of a clause are told with all that belongs to them. */
const maxTold = 3;

/** What failed of one clause. */
function failuresText({ clause, title }: ClauseReport, failed: readonly CaseReport[], paint: Paint): string {
  const told = failed.slice(0, maxTold).map((one) => failureText(one, paint));
  const others = failed.slice(maxTold).map((one) => `  ${one.id}: ${printableLine(one.title)}`);
  const rest = others.length > 0 ? [`  And also, as --json tells in full:\n${others.join('\n')}`] : [];
  return [paint.bad(`✗ ${clause}, ${title}`), ...told, ...rest].join('\n');
}

function failureText({ id, title, failure }: CaseReport, { faint }: Paint): string {
  if (!failure) return `  ${id}: ${printableLine(title)}`;
  const { what, expected, actual, commands } = failure;
  return [
    `  ${id}: ${printableLine(title)}`,
    `    expected ${what}: ${expected}`,
    `    actual ${what}:   ${actual}`,
    ...commands.map((command) => `    ${command.startsWith('#') ? faint(command) : command}`),
  ].join('\n');
}

/** How many identifiers are named. */
const maxNamed = 20;

/** What else there is to know: what was left aside, left out, and left behind, and why. */
function notesText({ aside, cases, cleaning, stopped }: CheckReport): string {
  return [
    ...(stopped === undefined ? [] : [`The run ended early. ${stopped}`]),
    ...asideNotes(aside),
    ...leftOutNotes(cases),
    ...cleaningNotes(cleaning),
  ].join('\n');
}

function asideNotes(aside: CheckReport['aside']): readonly string[] {
  if (aside.length === 0) return [];
  const lines = aside.map(({ matter, shownBy }) => `  ${matter} (${shownBy.join(', ')})`);
  return ['These do not hold, and were left aside in all other cases:', ...lines];
}

function leftOutNotes(cases: CheckReport['cases']): readonly string[] {
  const counts = new Map<string, number>();
  for (const { reason } of cases) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return [];
  const lines = [...counts].map(([reason, count]) => `  ${String(count).padStart(3)}  ${reason}`);
  return ['Left out:', ...lines];
}

function cleaningNotes({ left, unknown, isCertain }: CheckReport['cleaning']): readonly string[] {
  return [
    ...(left.length > 0 ? [`These records of the check could not be removed: ${named(left)}`] : []),
    ...(unknown.length > 0 ? [`These records came meanwhile, and were left alone: ${named(unknown)}`] : []),
    ...(isCertain ? [] : ['The list could not be read, so that records of the check may be left.']),
  ];
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, maxNamed).map((id) => JSON.stringify(id));
  return shown.join(', ') + (ids.length > maxNamed ? `, and ${ids.length - maxNamed} more` : '');
}

import type { CaseReport, CheckReport, ClauseReport, ListedCase } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';
import { printableLine, whereClausesAre } from '../output/printable-text.ts';

/** The longest line, in characters. */
const maxLine = 500;

/** The report as plain text: the violations in the order of the contract, all clauses, notes and a summary. */
export function textReport(report: CheckReport, paint: Paint): string {
  const failed = report.cases.filter(({ outcome }) => outcome === 'failed');
  const parts = [
    ...failed.map((one) => violationText(one, paint)),
    failed.length > 0 ? paint.faint(`${whereClausesAre}.`) : '',
    clauseTable(report, paint),
    notesText(report),
    onlyBeneath(failed),
    summary(report, paint),
  ];
  const lines = parts
    .filter((part) => part !== '')
    .join('\n\n')
    .split('\n');
  return `${lines.map(shortened).join('\n')}\n`;
}

/** The cases as plain text, one a line. */
export function caseListText(cases: readonly ListedCase[]): string {
  const widest = Math.max(...cases.map(({ id }) => id.length));
  const lines = cases.map(({ id, clause, level, title }) => {
    return `${id.padEnd(widest)}  ${clause.padEnd(10)}  ${level.padEnd(7)}  ${printableLine(title)}`;
  });
  return `${lines.join('\n')}\n`;
}

/** A line that is not too long. A cut command would do something else, so a long one is not shown. */
function shortened(line: string): string {
  if (line.length <= maxLine) return line;
  if (/^ +(curl|printf|nc|openssl|yes|for|\{) /.test(line)) {
    return `${/^ */.exec(line)}# a command of ${line.trim().length} characters, which --json shows`;
  }
  return `${line.slice(0, maxLine - 2).toWellFormed()} …`;
}

function violationText({ id, title, failure }: CaseReport, { bad, faint }: Paint): string {
  if (failure === undefined) return '';
  const { clause, level, what, expected, actual, commands } = failure;
  const hint = hintOn(actual);
  return [
    bad(`✗ ${clause}${level === 'server' ? ', beneath the service' : ''}: ${id}`),
    `  ${printableLine(title)}`,
    `    expected ${what}: ${expected}`,
    `    actual ${what}:   ${actual}`,
    ...commands.map((command) => `    ${command.startsWith('#') ? faint(command) : command}`),
    ...(hint === undefined ? [] : [`  ${hint}`]),
  ].join('\n');
}

/** What the check may need, when the service is not at fault. */
function hintOn(actual: string): string | undefined {
  if (/^Timed out after /.test(actual)) return 'A slow server needs a longer --timeout.';
  if (/^429\b/.test(actual)) return 'A limit on the rate of requests must be higher for the check.';
  return /^40[13]\b/.test(actual) ? 'A protected service needs a --header with a token.' : undefined;
}

/** A line for each clause with a case that was run. */
function clauseTable({ clauses, cases, stopped }: CheckReport, paint: Paint): string {
  const run = clauses.filter(({ passed, failed }) => passed + failed > 0);
  const others = clauses.filter((clause) => !run.includes(clause));
  const widest = Math.max(...run.map(({ title }) => title.length));
  const lines = run.map((clause) => {
    const isInterrupted =
      stopped !== undefined && cases.some((one) => one.clause === clause.clause && one.reason === stopped);
    const line = `${clause.clause.padEnd(11)} ${clause.title.padEnd(widest)}  ${countsOf(clause)}`;
    if (clause.failed > 0) return paint.bad(`✗ ${line}`);
    return isInterrupted ? paint.warning(`! ${line}, interrupted`) : `${paint.good('✓')} ${line}`;
  });
  if (others.length > 0)
    lines.push(paint.faint(`– Not run: ${others.map(({ clause }) => clause).join(', ')}.`));
  return lines.join('\n');
}

function countsOf({ passed, failed, leftOut }: ClauseReport): string {
  const run = failed > 0 ? `${failed} of ${passed + failed} failed` : `${passed} passed`;
  return leftOut > 0 ? `${run}, ${leftOut} left out` : run;
}

function summary({ url, counts, clauses, durationMs, stopped }: CheckReport, paint: Paint): string {
  const { passed, failed, leftOut } = counts;
  const broken = clauses.filter((clause) => clause.failed > 0).length;
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const others = leftOut > 0 ? `, ${leftOut} left out` : '';
  const early = stopped === undefined ? '' : 'ended early, ';
  if (failed === 0) {
    const line = `${url}: ${early}${counted(passed, 'case')} passed${others} (${time})`;
    return stopped === undefined ? paint.good(`✓ ${line}`) : paint.warning(`! ${line}`);
  }
  const where = `${early}${counted(failed, 'case')} in ${counted(broken, 'clause')}`;
  return paint.bad(`✗ ${url}: ${where} failed, ${passed} passed${others} (${time})`);
}

/** What a reader may do when only the server beneath the service is at fault. */
function onlyBeneath(failed: readonly CaseReport[]): string {
  const isOnly = failed.length > 0 && failed.every(({ failure }) => failure?.level === 'server');
  return isOnly ? 'The service itself keeps its rules. --level service leaves out what is beneath it.' : '';
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
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

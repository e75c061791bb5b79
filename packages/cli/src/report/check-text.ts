import type { CheckReport, FindingReport, ListedCase } from '@location-records/conformance/node';
import { type Paint, paintFor } from '../output/paint.ts';
import { printableLine, whereClausesAre } from '../output/printable-text.ts';
import { causeTexts, clauseTable } from './clause-table.ts';

/** How many rows the findings before everything else take at most: two screens of a terminal. */
const maxFirstRows = 2 * 24;
/** The width of such a terminal, in characters. */
const screenWidth = 80;
/** The longest line, in characters. */
const maxLine = 500;

/**
 * The report as plain text. The findings come first: what to mend first, each with one command. Then come all clauses,
 * what was left out, the other findings and commands, and a summary.
 */
export function textReport(report: CheckReport, paint: Paint): string {
  const numbered = report.findings.map((finding, index) => ({ finding, number: index + 1 }));
  const texts = numbered.map(({ finding, number }) => findingText(finding, number, report, paint));
  const first = countOfFirst(
    numbered.map(({ finding, number }) => findingText(finding, number, report, plain)),
  );
  const parts = [
    ...texts.slice(0, first),
    whatFollows(texts.length, first, paint),
    clauseTable(report, paint),
    ...texts.slice(first),
    ...numbered.map(({ finding, number }) => commandsText(finding, number, paint)),
    notesText(report),
    onlyBeneath(report),
    summary(report, paint),
  ];
  const lines = parts
    .filter((part) => part !== '')
    .join('\n\n')
    .split('\n');
  return `${lines.map(shortened).join('\n')}\n`;
}

/** How many findings fit on two screens, with an empty line behind each and what follows. One does in any case. */
function countOfFirst(texts: readonly string[]): number {
  let rows = 2;
  const overflow = texts.findIndex((text) => {
    rows += 1 + rowsOf(text);
    return rows > maxFirstRows;
  });
  return overflow === -1 ? texts.length : overflow;
}

/** For what is measured: colours take no room. */
const plain = paintFor({ stdout: {}, env: {} });

/** How many rows of a terminal a text without colours takes. */
function rowsOf(text: string): number {
  const lines = text.split('\n').map(shortened);
  return lines.reduce((rows, { length }) => rows + Math.max(1, Math.ceil(length / screenWidth)), 0);
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

/** Where a finding belongs: beneath the service, or to a clause. */
function headOf({ clause, level, cause, cases }: FindingReport, { clauses }: CheckReport): string {
  const beneath = level === 'server' ? 'beneath the service: ' : '';
  if (cause !== 'response') return `${beneath}${causeTexts[cause]} in ${counted(cases.length, 'case')}`;
  const title = clauses.find((one) => one.clause === clause)?.title;
  return `${beneath}${clause}${title === undefined ? '' : `, ${title}`}`;
}

/** How many other cases of a finding are named. */
const maxOthers = 5;

/** A finding: its first case, one command that shows it, and which others show it. */
function findingText(
  finding: FindingReport,
  number: number,
  report: CheckReport,
  { bad, faint }: Paint,
): string {
  const { clause, cause, what, expected, actual, commands, otherCaseCount } = finding;
  const [first = '', ...others] = finding.cases;
  const rule = report.cases.find(({ id }) => id === first)?.title ?? '';
  const together = commands.includes('wait') ? ', some of them sent at the same time' : '';
  const more = others.length > maxOthers ? `, and ${others.length - maxOthers} more` : '';
  return [
    bad(`✗ ${number}. ${headOf(finding, report)}`),
    `  ${first}: ${printableLine(rule)}`,
    `    expected ${what}: ${expected}`,
    `    actual ${what}:   ${actual}`,
    ...commands
      .filter((command) => command !== 'wait')
      .slice(-1)
      .map((command) => `    ${command}`),
    ...(commands.length > 1
      ? [faint(`    # the last of several commands${together}, which are all below`)]
      : []),
    ...hintsOn(finding).map((hint) => `  ${hint}`),
    ...(others.length > 0 ? [`  The same in ${others.slice(0, maxOthers).join(', ')}${more}`] : []),
    ...(otherCaseCount > 0
      ? [`  ${counted(otherCaseCount, 'case')} met it, but could judge other rules.`]
      : []),
    ...(cause === 'response' ? [faint(`  Explained in ${pageOf(clause)}`)] : []),
  ].join('\n');
}

/** What the check may need, where the service is not at fault. */
function hintsOn({ cause, actual }: FindingReport): readonly string[] {
  if (cause === 'timeout') return ['A slow server needs a longer --timeout.'];
  if (/^429\b/.test(actual)) return ['A limit on the rate of requests must be higher for the check.'];
  return /^40[13]\b/.test(actual) ? ['A protected service needs a --header with a token.'] : [];
}

/** Where a clause is explained. */
function pageOf(clause: string): string {
  const section = /^SPEC (.*)$/.exec(clause)?.[1];
  return section === undefined ? `DECISIONS.md#${clause.toLowerCase()}` : `SPEC.md, section ${section}`;
}

function whatFollows(count: number, first: number, { faint }: Paint): string {
  if (count === 0) return '';
  const more = count > first ? `${counted(count - first, 'finding')} more and all clauses` : 'All clauses';
  return faint(`${more} follow. ${whereClausesAre}.`);
}

/** All commands of a finding that needs several. */
function commandsText({ commands }: FindingReport, number: number, { faint }: Paint): string {
  if (commands.length < 2) return '';
  const lines = commands.map((command) => `  ${command.startsWith('#') ? faint(command) : command}`);
  return [`Commands of ${number}:`, ...lines].join('\n');
}

function summary({ url, counts, clauses, findings, durationMs, stopped }: CheckReport, paint: Paint): string {
  const { passed, failed, leftOut } = counts;
  const broken = clauses.filter((clause) => clause.failed > 0).length;
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  const others = leftOut > 0 ? `, ${leftOut} left out` : '';
  const early = stopped === undefined ? '' : 'ended early, ';
  if (failed === 0) {
    const line = `${url}: ${early}${counted(passed, 'case')} passed${others} (${time})`;
    return stopped === undefined ? paint.good(`✓ ${line}`) : paint.warning(`! ${line}`);
  }
  const beneath = findings.filter(({ level }) => level === 'server').length;
  const found =
    beneath > 0
      ? `${counted(findings.length, 'finding')} (${beneath} beneath the service)`
      : counted(findings.length, 'finding');
  const where = `${early}${found}: ${counted(failed, 'case')} in ${counted(broken, 'clause')}`;
  return paint.bad(`✗ ${url}: ${where} failed, ${passed} passed${others} (${time})`);
}

/** What a reader may do where the service itself has no finding. */
function onlyBeneath({ findings }: CheckReport): string {
  const isOnly = findings.length > 0 && findings.every(({ level }) => level === 'server');
  return isOnly ? 'The service itself has no finding. --level service leaves out what is beneath it.' : '';
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

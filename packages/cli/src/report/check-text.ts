import type { CaseReport, CheckReport, ClauseReport } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';
import { failuresText } from './failures-text.ts';
import { notesText } from './notes-text.ts';

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

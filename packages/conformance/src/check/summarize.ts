import type { CaseReport, CheckCounts, ClauseReport } from './check-report.ts';
import { clauseTitles } from './clauses.ts';

/** How many cases came out how. */
export function countOutcomes(cases: readonly CaseReport[]): CheckCounts {
  const count = (outcome: CaseReport['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), leftOut: count('left-out') };
}

/** The cases by clause, in the order of the clauses. */
export function byClause(cases: readonly CaseReport[]): readonly ClauseReport[] {
  return [...clauseTitles].flatMap(([clause, title]) => {
    const own = cases.filter((one) => one.clause === clause);
    return own.length > 0 ? [{ clause, title, ...countOutcomes(own) }] : [];
  });
}

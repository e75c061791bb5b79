import type { CheckReport, ClauseReport, FindingReport } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';

/** The causes that cases of any clause may meet, and that hide other faults. */
export const causeTexts = { timeout: 'timeouts', connection: 'lost connections' };

/** A line for each clause of which a case was run. It is green where no case failed or was stopped by a finding. */
export function clauseTable(report: CheckReport, paint: Paint): string {
  const rows = report.clauses.map((clause) => rowOf(clause, report));
  const run = rows.filter(({ clause: { passed, failed }, hit }) => passed + failed + hit > 0);
  const others = rows.filter((row) => !run.includes(row)).map(({ clause }) => clause.clause);
  const widest = Math.max(...run.map(({ clause }) => clause.title.length));
  const lines = run.map((row) => lineOf(row, widest, paint));
  if (others.length > 0) lines.push(paint.faint(`– Not run: ${others.join(', ')}.`));
  return lines.join('\n');
}

/** A clause of the table. */
interface Row {
  readonly clause: ClauseReport;
  /** The findings by which its cases failed or were left out. */
  readonly by: readonly FindingReport[];
  /** How many of its cases a finding left out. */
  readonly hit: number;
  /** Whether the end of the run kept some of its cases from being run. */
  readonly isInterrupted: boolean;
}

function rowOf(clause: ClauseReport, { cases, findings, stopped }: CheckReport): Row {
  const own = cases.filter((one) => one.clause === clause.clause);
  const ids = own.map(({ id }) => id);
  const places = own.map(({ finding }) => finding);
  return {
    clause,
    by: findings.filter((one, place) => places.includes(place) || one.cases.some((id) => ids.includes(id))),
    hit: own.filter(({ outcome, finding }) => outcome === 'left-out' && finding !== undefined).length,
    isInterrupted: stopped !== undefined && own.some(({ reason }) => reason === stopped),
  };
}

function lineOf({ clause, by, hit, isInterrupted }: Row, widest: number, paint: Paint): string {
  const { passed, failed, leftOut } = clause;
  const broken = [
    ...new Set(
      by.map((finding) => (finding.cause === 'response' ? finding.clause : causeTexts[finding.cause])),
    ),
  ];
  const isBroken = broken.includes(clause.clause);
  const because = isBroken || broken.length === 0 ? '' : ` by ${broken.join(', ')}`;
  // What its own finding left out needs no name.
  const apart = isBroken ? 0 : hit;
  const counts = [
    ...(failed > 0 ? [`${failed} of ${passed + failed} failed${because}`] : []),
    ...(failed === 0 && passed > 0 ? [`${passed} passed`] : []),
    ...(apart > 0 ? [`${apart} left out${because}`] : []),
    ...(leftOut > apart ? [`${leftOut - apart} left out`] : []),
    ...(isInterrupted ? ['interrupted'] : []),
  ];
  const line = `${clause.clause.padEnd(11)} ${clause.title.padEnd(widest)}  ${counts.join(', ')}`;
  if (by.length > 0 && by.every(({ level }) => level === 'server'))
    return paint.warning(`! ${line}, beneath the service`);
  if (isBroken) return paint.bad(`✗ ${line}`);
  return by.length > 0 || isInterrupted ? paint.warning(`! ${line}`) : `${paint.good('✓')} ${line}`;
}

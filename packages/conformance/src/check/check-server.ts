import { type CheckOptions, checkOptions } from './check-options.ts';
import {
  byClause,
  type CaseReport,
  type CheckReport,
  type CleanupReport,
  countOutcomes,
} from './check-report.ts';
import { CheckRun } from './check-run.ts';
import { checkedServer, parseCheckUrl } from './checked-server.ts';
import { describeFailure } from './describe-failure.ts';
import { type Finding, findingsIn, isOwn } from './findings.ts';
import { type PlannedCase, planCheck } from './plan-check.ts';
import { probe } from './probe.ts';
import { RunRecords, readIds } from './records/run-records.ts';
import type { Verdict } from './run-case.ts';

/**
 * Runs the HTTP contract against a running server, one case after the other, over new connections. The check removes
 * the records that it creates. It does not change or remove other records, but a faulty server might.
 *
 * @throws {OptionError} (rejects) when an option is unknown or not valid.
 * @throws {CheckError} (rejects) when nothing can be checked: the URL is wrong, no case is selected, or the server does
 * not respond with HTTP. Nothing was written then.
 *
 * @example
 * const { findings } = await checkServer({ url: 'http://127.0.0.1:8080' });
 * for (const { clause, expected, actual } of findings) console.log(clause, expected, actual);
 */
export async function checkServer(options: CheckOptions): Promise<CheckReport> {
  const checked = checkOptions(options);
  const { readOnly, specOnly, timeout, insecure, signal, onProgress } = checked;
  const [begin, startedAt] = [performance.now(), new Date().toISOString()];
  const server = checkedServer(parseCheckUrl(checked.url), timeout, insecure);
  const plan = planCheck(checked);
  const records = new RunRecords(server, readIds(await probe(server)));
  const isJudged = (clause: string) => !specOnly || clause.startsWith('SPEC');
  const run = new CheckRun({ server, records, readOnly, isJudged, signal });

  let runs: readonly CaseRun[] = [];
  let cleanup: CleanupReport = { left: [], unknown: [], isCertain: true };
  try {
    runs = await runCases(plan, run, onProgress);
  } finally {
    if (!readOnly) cleanup = await records.clean();
  }
  const found = findingsIn(runs);
  const cases = runs.map((one) => caseReport(one, found, server));
  const findings = found.map(({ clause, failed, otherCaseCount }) => {
    const ids = failed.map(({ id }) => id);
    const { error, sent } = failed[0]?.violation ?? { error: '', sent: [] };
    return { clause, ...describeFailure(error, sent, server), cases: ids, otherCaseCount };
  });
  const { stopped } = run;
  return {
    url: server.address.url,
    startedAt,
    durationMs: Math.round(performance.now() - begin),
    counts: countOutcomes(cases),
    clauses: byClause(cases),
    findings,
    cases,
    cleanup,
    ...(stopped !== undefined && { stopped }),
  };
}

interface CaseRun extends PlannedCase, Verdict {
  readonly durationMs: number;
}

/** Runs the cases in order, except those that the plan leaves out. */
async function runCases(
  plan: readonly PlannedCase[],
  run: CheckRun,
  onProgress: CheckOptions['onProgress'],
): Promise<readonly CaseRun[]> {
  const total = plan.filter(({ reason }) => reason === undefined).length;
  const runs: CaseRun[] = [];
  let [done, failed] = [0, 0];
  for (const planned of plan) {
    if (planned.reason !== undefined) {
      runs.push({ ...planned, violations: [], durationMs: 0 });
      continue;
    }
    const { httpCase } = planned;
    onProgress?.({ done, total, failed, id: httpCase.id });
    const begin = performance.now();
    const verdict = await run.run(httpCase);
    done++;
    if (verdict.violations.some((violation) => isOwn(violation, httpCase))) failed++;
    runs.push({ httpCase, ...verdict, durationMs: Math.round(performance.now() - begin) });
  }
  onProgress?.({ done, total, failed });
  return runs;
}

function caseReport(
  { httpCase: { id, clause, title }, reason, durationMs }: CaseRun,
  findings: readonly Finding[],
  server: Parameters<typeof describeFailure>[2],
): CaseReport {
  const about = { id, clause, title, durationMs };
  const [violation] = findings.flatMap(({ failed }) => failed.filter((one) => one.id === id));
  if (violation) {
    const { error, sent } = violation.violation;
    return { ...about, outcome: 'failed', failure: describeFailure(error, sent, server) };
  }
  return reason === undefined ? { ...about, outcome: 'passed' } : { ...about, outcome: 'left-out', reason };
}

import { setMaxListeners } from 'node:events';
import type { HttpCase } from '../http/http-case.ts';
import { type CheckOptions, checkOptions } from './check-options.ts';
import {
  byClause,
  type CaseReport,
  type CheckReport,
  type CleanupReport,
  countOutcomes,
} from './check-report.ts';
import { CheckRun, type TimedVerdict } from './check-run.ts';
import { checkedServer, parseCheckUrl } from './checked-server.ts';
import { describeFailure } from './describe-failure.ts';
import { levelOfCase } from './levels.ts';
import { planCheck } from './plan-check.ts';
import { expectService, probe } from './probe.ts';
import { RunRecords, readIds } from './records/run-records.ts';
import { brokenClause, failuresOf } from './violation.ts';

/**
 * Runs the HTTP contract against a running server, `concurrency` cases at a time. A case that does not pass is run again
 * alone, with a connection for each request, and only that verdict counts. The check removes the records that it
 * creates. It does not change or remove other records, but a faulty server might.
 *
 * @throws {OptionError} (rejects) when an option is unknown or not valid.
 * @throws {CheckError} (rejects) when nothing can be checked: the URL is wrong, no case is selected, the server wants
 * another token, or no service responds. Nothing was written then.
 *
 * @example
 * const { cases } = await checkServer({ url: 'http://127.0.0.1:8080' });
 * for (const { id, failure } of cases) if (failure) console.log(id, failure.expected, failure.actual);
 */
export async function checkServer(options: CheckOptions): Promise<CheckReport> {
  const checked = checkOptions(options);
  const { readOnly, specOnly, timeout, insecure, headers } = checked;
  const [begin, startedAt] = [performance.now(), new Date().toISOString()];
  const server = checkedServer(parseCheckUrl(checked.url), { timeout, insecure, fields: headers });
  const plan = planCheck(checked);
  const list = await probe(server);
  await expectService(server, list);
  const records = new RunRecords(server.ask, readIds(list));
  const isJudged = (clause?: string) => !specOnly || clause === undefined || clause.startsWith('SPEC');
  const selected = plan.filter(({ reason }) => reason === undefined).map(({ httpCase }) => httpCase);
  const run = new CheckRun(selected, {
    ...checked,
    signal: checked.signal && forManyCases(checked.signal),
    server,
    records,
    isJudged,
    isServerJudged: checked.level === 'all',
  });

  let verdicts: ReadonlyMap<HttpCase, TimedVerdict>;
  let cleanup: CleanupReport = { left: [], unknown: [], isCertain: true };
  try {
    verdicts = await run.verdicts();
  } finally {
    if (!readOnly) cleanup = await records.clean();
  }
  const runs = plan.map(({ httpCase, reason }): CaseRun => {
    return { httpCase, ...(verdicts.get(httpCase) ?? { reason, violations: [], durationMs: 0 }) };
  });
  const failures = failuresOf(runs);
  const cases = runs.map(({ httpCase, reason, durationMs }): CaseReport => {
    const { id, clause, title } = httpCase;
    const about = { id, clause, level: levelOfCase(httpCase), title, durationMs };
    const violation = failures.get(httpCase);
    if (violation !== undefined) {
      const failure = describeFailure(violation, brokenClause(violation, httpCase), server);
      return { ...about, outcome: 'failed', failure };
    }
    return reason === undefined ? { ...about, outcome: 'passed' } : { ...about, outcome: 'left-out', reason };
  });
  const { stopped } = run;
  return {
    url: server.address.url,
    startedAt,
    durationMs: Math.round(performance.now() - begin),
    counts: countOutcomes(cases),
    clauses: byClause(cases),
    cases,
    cleanup,
    ...(stopped !== undefined && { stopped }),
  };
}

/** A signal for any number of cases at once. Node.js warns of more than ten listeners. */
function forManyCases(signal: AbortSignal): AbortSignal {
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}

/** A case, and its verdict. */
interface CaseRun extends Omit<TimedVerdict, 'peak'> {
  readonly httpCase: HttpCase;
}

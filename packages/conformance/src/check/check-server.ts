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
import { type Finding, findingsIn } from './findings/findings.ts';
import { levelOfCase } from './levels.ts';
import { leaveOutMissing } from './missing-offers.ts';
import { planCheck } from './plan-check.ts';
import { expectService, probe } from './probe.ts';
import { RunRecords, readIds } from './records/run-records.ts';

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
 * const { findings } = await checkServer({ url: 'http://127.0.0.1:8080' });
 * for (const { clause, expected, actual } of findings) console.log(clause, expected, actual);
 */
export async function checkServer(options: CheckOptions): Promise<CheckReport> {
  const checked = checkOptions(options);
  const { readOnly, specOnly, timeout, insecure, headers } = checked;
  const [begin, startedAt] = [performance.now(), new Date().toISOString()];
  const server = checkedServer(parseCheckUrl(checked.url), { timeout, insecure, fields: headers });
  const wanted = planCheck(checked);
  const list = await probe(server);
  await expectService(server, list);
  const records = new RunRecords(server.ask, readIds(list));
  const plan = await leaveOutMissing(wanted, server);
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
  const found = findingsIn(runs);
  const cases = runs.map((one) => caseReport(one, found, server));
  const findings = found.map(({ clause, level, cause, failed, same, otherCaseCount }) => {
    const { error, sent } = failed[0]?.violation ?? { error: undefined, sent: [] };
    const ids = [...failed.map(({ id }) => id), ...same.keys()];
    return { clause, level, cause, ...describeFailure(error, sent, server), cases: ids, otherCaseCount };
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

function caseReport(
  { httpCase, reason, durationMs }: CaseRun,
  findings: readonly Finding[],
  server: Parameters<typeof describeFailure>[2],
): CaseReport {
  const { id, clause, title } = httpCase;
  const about = { id, clause, level: levelOfCase(httpCase), title, durationMs };
  const failing = findings.findIndex(({ failed }) => failed.some((one) => one.id === id));
  const failed = findings[failing]?.failed.find((one) => one.id === id);
  if (failed) {
    const { error, sent } = failed.violation;
    return {
      ...about,
      outcome: 'failed',
      finding: failing,
      failure: describeFailure(error, sent, server),
    };
  }
  const shown = findings.findIndex(({ same }) => same.has(id));
  const hiding = findings.findIndex(({ hidden }) => hidden.includes(id));
  const finding = shown >= 0 ? shown : hiding;
  const leftOut = finding >= 0 ? reasonOf(findings[finding] as Finding, id, reason) : reason;
  if (leftOut === undefined) return { ...about, outcome: 'passed' };
  return { ...about, outcome: 'left-out', reason: leftOut, ...(finding >= 0 && { finding }) };
}

/** Why a case that met a finding, and does not fail by it, is left out. */
function reasonOf({ clause, cause, same }: Finding, id: string, reason?: string): string {
  const failed = same.get(id);
  return failed ? reasons[cause](failed.id) : (reason ?? `It stopped at a violation of ${clause}.`);
}

const reasons: Readonly<Record<Finding['cause'], (id: string) => string>> = {
  response: (id) => `It shows the same fault as ${id}.`,
  timeout: (id) => `It ended in a timeout, as ${id} did.`,
  connection: (id) => `It lost its connection, as ${id} did.`,
};

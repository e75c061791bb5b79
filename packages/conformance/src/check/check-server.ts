import type { CheckOptions } from './check-options.ts';
import type { CaseReport, CheckReport, CleaningReport } from './check-report.ts';
import { byClause, countOutcomes } from './check-report.ts';
import { CheckRun } from './check-run.ts';
import { checkedServer, parseCheckUrl } from './checked-server.ts';
import { asideFor, type BrokenRule, findBroken, missingGround, openMatters } from './find-broken.ts';
import { judgeCases } from './judge-cases.ts';
import { planCheck } from './plan-check.ts';
import { probe } from './probe.ts';
import { RunRecords, readIds } from './records/run-records.ts';

/**
 * Runs the HTTP contract against a running server, one case after the other, over connections of its own. Records
 * that are not of the check are neither changed nor removed, as far as the server does what it is asked to; those
 * that the check creates are removed again.
 *
 * @throws {CheckError} when the options are wrong, or nobody answers with HTTP. Nothing was written then.
 *
 * @example
 * const { cases } = await checkServer({ url: 'http://127.0.0.1:8080' });
 * for (const { id, failure } of cases) if (failure) console.log(id, failure.expected, failure.actual);
 */
export async function checkServer(options: CheckOptions): Promise<CheckReport> {
  const {
    readOnly = false,
    specOnly = false,
    timeout = 5000,
    insecure = false,
    onProgress,
    signal,
  } = options;
  const [begin, startedAt] = [performance.now(), new Date().toISOString()];
  const server = checkedServer(parseCheckUrl(options.url), timeout, insecure);
  const plan = planCheck(options);
  const records = new RunRecords(server, readIds(await probe(server)));
  const run = new CheckRun({ server, records, readOnly, signal });

  let broken: readonly BrokenRule[] = [];
  let cases: readonly CaseReport[] = [];
  let cleaning: CleaningReport = { left: [], unknown: [], isCertain: true };
  try {
    broken = await findBroken(plan, (httpCase, aside) => run.run(httpCase, aside));
    const open = specOnly ? openMatters(plan) : [];
    cases = await judgeCases(plan, server, onProgress, async ({ httpCase }) => {
      const ground = missingGround(httpCase, broken);
      if (!ground) return run.run(httpCase, asideFor(httpCase, broken, open));
      return { kind: 'left-out', reason: `It builds on what ${ground.shownBy[0]} shows not to hold.` };
    });
  } finally {
    if (!readOnly) cleaning = await records.clean();
  }
  const { stopped } = run;
  return {
    url: server.address.url,
    startedAt,
    durationMs: Math.round(performance.now() - begin),
    counts: countOutcomes(cases),
    clauses: byClause(cases),
    cases,
    aside: broken.flatMap(({ matter, shownBy }) => (matter ? [{ matter, shownBy }] : [])),
    cleaning,
    ...(stopped !== undefined && { stopped }),
  };
}

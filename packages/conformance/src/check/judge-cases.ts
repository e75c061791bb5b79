import type { CheckOptions } from './check-options.ts';
import type { CaseReport } from './check-report.ts';
import type { CheckedServer } from './checked-server.ts';
import { describeFailure } from './difference.ts';
import type { PlannedCase } from './plan-check.ts';
import type { Verdict } from './run-case.ts';

/** Goes through the cases in order; `judge` is only asked for those that are not left out already. */
export async function judgeCases(
  plan: readonly PlannedCase[],
  server: CheckedServer,
  onProgress: CheckOptions['onProgress'],
  judge: (planned: PlannedCase) => Promise<Verdict>,
): Promise<readonly CaseReport[]> {
  const total = plan.filter(({ reason }) => reason === undefined).length;
  const reports: CaseReport[] = [];
  let [done, failed] = [0, 0];
  for (const planned of plan) {
    const { httpCase, reason } = planned;
    const begin = performance.now();
    if (reason === undefined) onProgress?.({ done, total, failed, id: httpCase.id });
    const verdict: Verdict = reason === undefined ? await judge(planned) : { kind: 'left-out', reason };
    if (reason === undefined) done++;
    if (verdict.kind === 'failed') failed++;
    const { id, clause, title } = httpCase;
    const durationMs = Math.round(performance.now() - begin);
    reports.push({ id, clause, title, outcome: verdict.kind, durationMs, ...detailsOf(verdict, server) });
  }
  onProgress?.({ done, total, failed });
  return reports;
}

function detailsOf(verdict: Verdict, server: CheckedServer): Pick<CaseReport, 'reason' | 'failure'> {
  if (verdict.kind === 'left-out') return { reason: verdict.reason };
  if (verdict.kind === 'passed') return {};
  return { failure: describeFailure(verdict.error, verdict.sent, server) };
}

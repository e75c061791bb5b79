import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import type { CheckLevel } from './levels.ts';
import type { Sent } from './sending/transcript.ts';

/** A broken rule: the error with the expected and the actual value, and everything that the case had sent until then. */
export interface Violation {
  readonly error: unknown;
  readonly sent: readonly Sent[];
  readonly level: CheckLevel;
}

/** The clause that a violation breaks: the one that it names, such as that of a rule about all responses, or its case's. */
export function brokenClause({ error }: Violation, { clause }: HttpCase): string {
  return (error instanceof ContractError ? error.clause : undefined) ?? clause;
}

/**
 * The violation by which each case fails. A violation of another clause fails its case only when no case of that clause
 * fails, and then only the first: a rule about all responses would otherwise fail nearly every case.
 */
export function failuresOf(
  runs: readonly { readonly httpCase: HttpCase; readonly violations: readonly Violation[] }[],
): ReadonlyMap<HttpCase, Violation> {
  const failures = new Map<HttpCase, Violation>();
  const shown = new Set<string>();
  for (const { httpCase, violations } of runs) {
    const own = violations.find((violation) => brokenClause(violation, httpCase) === httpCase.clause);
    if (own === undefined) continue;
    failures.set(httpCase, own);
    shown.add(httpCase.clause);
  }
  for (const { httpCase, violations } of runs) {
    const other = violations.find((violation) => !shown.has(brokenClause(violation, httpCase)));
    if (other === undefined || failures.has(httpCase)) continue;
    failures.set(httpCase, other);
    shown.add(brokenClause(other, httpCase));
  }
  return failures;
}

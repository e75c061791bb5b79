import { clauseTitles } from './clauses.ts';
import type { CheckLevel } from './levels.ts';

/** The result of a check, as plain data that JSON can hold. */
export interface CheckReport {
  /** The checked base URL, without a slash at its end. */
  readonly url: string;
  /** When the check began, in ISO 8601. */
  readonly startedAt: string;
  /** How long the whole check took, in milliseconds. */
  readonly durationMs: number;
  /** The number of all cases by outcome. */
  readonly counts: CheckCounts;
  /** The clauses in order: the specification, then the decisions. */
  readonly clauses: readonly ClauseReport[];
  /** Every case of the contract, in the order of the contract. */
  readonly cases: readonly CaseReport[];
  /** Whether the records of the check could be removed. */
  readonly cleanup: CleanupReport;
  /** Why the run ended early, if it did: it was stopped, or the server stopped responding. */
  readonly stopped?: string;
}

/** The number of cases by outcome. */
export interface CheckCounts {
  /** The cases whose rules the server keeps. */
  readonly passed: number;
  /** The cases that found a rule broken. */
  readonly failed: number;
  /** The cases that were not run, or could not get to their own rule. */
  readonly leftOut: number;
}

/** A clause, and the number of its cases by outcome. */
export interface ClauseReport extends CheckCounts {
  /** A clause of the specification, such as `SPEC 4.5.1`, or a decision, such as `D16`. */
  readonly clause: string;
  /** The subject of the clause, in a few words. */
  readonly title: string;
}

/** The outcome of one case. */
export interface CaseReport {
  /** The id of the case, which never changes. */
  readonly id: string;
  /** The clause that the case proves. */
  readonly clause: string;
  /** What the rule concerns: `server` for the server beneath the service. */
  readonly level: CheckLevel;
  /** The rule as one sentence. */
  readonly title: string;
  /** Whether the server keeps the rule; `left-out` when that was not judged. */
  readonly outcome: 'passed' | 'failed' | 'left-out';
  /** How long the case took, in milliseconds; 0 when it was not run. */
  readonly durationMs: number;
  /** Why the case was left out. */
  readonly reason?: string;
  /** Present when the case failed. */
  readonly failure?: CaseFailure;
}

/** How a server broke a rule. */
export interface CaseFailure {
  /** The broken clause. It is of another case when the violation is of a rule about all responses. */
  readonly clause: string;
  /** `server` when the server beneath the service broke the rule: its parser, a framework or a proxy. */
  readonly level: CheckLevel;
  /** What was compared, such as `status`. */
  readonly what: string;
  /** The expected value. A long one is cut to the part that differs. */
  readonly expected: string;
  /** The actual value, cut in the same way. */
  readonly actual: string;
  /**
   * POSIX shell commands that send again what the case sent, the decisive one last. What the case sent at the same time is
   * in the background (`&`), with `wait` behind it.
   */
  readonly commands: readonly string[];
}

/** Whether the records of the check could be removed. */
export interface CleanupReport {
  /** Identifiers of the check that are still listed, because they could not be removed. */
  readonly left: readonly string[];
  /** Identifiers that appeared during the check without its mark. They were not touched. */
  readonly unknown: readonly string[];
  /** Whether the list could be read at the end, so that `left` and `unknown` are certain. */
  readonly isCertain: boolean;
}

/** The number of cases by outcome. */
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

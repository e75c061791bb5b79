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
  /**
   * The violations, grouped by what was expected and what came: usually one finding for each fault of the server. What
   * to mend first comes first, and what concerns the server beneath the service last.
   */
  readonly findings: readonly FindingReport[];
  /** Whether the records of the check could be removed. */
  readonly cleanup: CleanupReport;
  /** Why the run ended early, if it did: it was stopped, or the server stopped responding. */
  readonly stopped?: string;
}

/** The number of cases by outcome. */
export interface CheckCounts {
  /** The cases whose rules the server keeps. */
  readonly passed: number;
  /** The cases whose rules it breaks: few of those that a finding concerns. */
  readonly failed: number;
  /** The cases that were not run, show the same fault as another, or could not get to their own rule. */
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
  /** The index in `findings` of what made the case fail, or left it out. */
  readonly finding?: number;
  /** Present when the case failed. */
  readonly failure?: CaseFailure;
}

/** How a server broke a rule. */
export interface CaseFailure {
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

/** Violations of the same kind. `what`, `expected`, `actual` and `commands` are from the first case. */
export interface FindingReport extends CaseFailure {
  /** The broken clause. Cases of other clauses may fail because of it, too. */
  readonly clause: string;
  /** `server` when only the server beneath the service broke rules: its parser, a framework or a proxy. */
  readonly level: CheckLevel;
  /** How it showed: responses that break a rule, timeouts, or connections that ended or broke. */
  readonly cause: 'response' | 'timeout' | 'connection';
  /**
   * The ids of the cases that it concerns. The first one fails or, where the server carries out requests that it must
   * refuse, one of each clause. The others are left out.
   */
  readonly cases: readonly string[];
  /** The number of cases of other clauses that met the violation, but could judge their own rules. */
  readonly otherCaseCount: number;
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

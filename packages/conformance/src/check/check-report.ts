import { clauseTitles } from './clauses.ts';

/** What a check has found, as plain data: it can be written as JSON and read again. */
export interface CheckReport {
  /** The base URL that was checked, without a slash at its end. */
  readonly url: string;
  /** When it began, in ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly counts: CheckCounts;
  /** The clauses in order: the specification, then the decisions. */
  readonly clauses: readonly ClauseReport[];
  /** Every case of the contract, in its order. */
  readonly cases: readonly CaseReport[];
  /** What is wrong, by what was expected and what came: as a rule one finding for each fault of the server. */
  readonly findings: readonly FindingReport[];
  /** What became of the records that the check has created. */
  readonly cleaning: CleaningReport;
  /** Why the run ended before its end, where it did: it was told to, or the server did not answer any more. */
  readonly stopped?: string;
}

/** How many cases came out how. */
export interface CheckCounts {
  readonly passed: number;
  readonly failed: number;
  readonly leftOut: number;
}

/** A clause, and how many of its cases came out how. */
export interface ClauseReport extends CheckCounts {
  /** `SPEC 4.5.1`, or a decision, `D16`. */
  readonly clause: string;
  /** What it is about, in a few words. */
  readonly title: string;
}

/** What became of one case. */
export interface CaseReport {
  readonly id: string;
  readonly clause: string;
  /** The rule as one sentence. */
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'left-out';
  readonly durationMs: number;
  /** Why it was left out. */
  readonly reason?: string;
  /** Only of a case that failed. */
  readonly failure?: CaseFailure;
}

/** How a rule was broken. */
export interface CaseFailure {
  /** What was looked at. */
  readonly what: string;
  /** What should have been there, cut to what is different where it is long. */
  readonly expected: string;
  /** What was there instead. */
  readonly actual: string;
  /** Lines for a POSIX shell that send again what the case sent, the decisive one last. */
  readonly commands: readonly string[];
}

/** Violations of the same kind; `what` to `commands` are from the first case. */
export interface FindingReport extends CaseFailure {
  /** The clause that is broken. Cases of other clauses may fail by it, too. */
  readonly clause: string;
  /** The cases that fail by it, by id: those of the clause first. */
  readonly cases: readonly string[];
  /** How many cases of other clauses met it, and did not fail, since they could judge their own rules. */
  readonly metBy: number;
}

/** What became of the records that the check has created. */
export interface CleaningReport {
  /** Identifiers of the check that are still there, because removing them did not help or was not possible. */
  readonly left: readonly string[];
  /** Identifiers that came meanwhile and are not known to be of the check: they were not touched. */
  readonly unknown: readonly string[];
  /** Whether the list could be read in the end, so that both of the above are certain. */
  readonly isCertain: boolean;
}

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

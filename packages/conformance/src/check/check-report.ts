/** The result of a check, as plain data that JSON can hold. */
export interface CheckReport {
  /** The checked base URL, without a slash at its end. */
  readonly url: string;
  /** When the check began, in ISO 8601. */
  readonly startedAt: string;
  /** In milliseconds. */
  readonly durationMs: number;
  /** The number of cases whose rules the service keeps. */
  readonly passed: number;
  /** The number of cases that found a rule broken, without those that presuppose a failed one. */
  readonly failed: number;
  /** The number of cases that presuppose a failed one, and so were not run. */
  readonly setAside: number;
  /** The number of cases that could not be judged. */
  readonly leftOut: number;
  /** The broken clauses, and first those that others depend on. */
  readonly findings: readonly Finding[];
  /** Every selected case, in the order of the contract. */
  readonly cases: readonly CaseReport[];
  /** Identifiers of the check that could not be removed; `undefined` when the list could not be read. */
  readonly leftBehind?: readonly string[] | undefined;
  /** Why the run ended early, if it did. */
  readonly stopped?: string | undefined;
}

/** A broken clause, with its shortest example. */
export interface Finding extends CaseFailure {
  /** The id of the case with the example. */
  readonly id: string;
  /** The rule of that case. */
  readonly rule: string;
  /** The number of failed cases. */
  readonly failed: number;
  /** The number of cases that were set aside for them. */
  readonly setAside: number;
}

/** The outcome of one case. */
export interface CaseReport {
  readonly id: string;
  /** A clause of the specification, such as `SPEC 4.5.1`, or a decision, such as `D16`. */
  readonly clause: string;
  /** The rule as one sentence. */
  readonly rule: string;
  readonly outcome: 'passed' | 'failed' | 'set-aside' | 'left-out';
  /** In milliseconds; 0 when it was not run. */
  readonly durationMs: number;
  /** Why the case was left out, or the failed case that it presupposes. */
  readonly reason?: string;
  readonly failure?: CaseFailure;
}

/** How a service broke a rule. */
export interface CaseFailure {
  /** The broken clause. It is of another case when the rule is about all responses. */
  readonly clause: string;
  /** One line for a POSIX shell that shows the violation. */
  readonly command: string;
  readonly expected: string;
  readonly actual: string;
}

/** The failures by clause, and first the clause for which the most cases were set aside. */
export function findingsOf(cases: readonly CaseReport[]): readonly Finding[] {
  const setAside = (id: string) =>
    cases.filter((one) => one.outcome === 'set-aside' && one.reason === id).length;
  const groups = new Map<string, CaseReport[]>();
  for (const one of cases) {
    if (one.failure) groups.set(one.failure.clause, [...(groups.get(one.failure.clause) ?? []), one]);
  }
  const findings = [...groups.values()].flatMap((group): Finding[] => {
    const [shortest] = group.toSorted((one, other) => lengthOf(one) - lengthOf(other));
    if (!shortest?.failure) return [];
    const { id, rule, failure } = shortest;
    const aside = group.reduce((sum, one) => sum + setAside(one.id), 0);
    return [{ id, rule, ...failure, failed: group.length, setAside: aside }];
  });
  return findings.toSorted((one, other) => other.setAside - one.setAside);
}

function lengthOf({ failure }: CaseReport): number {
  return failure?.command.length ?? 0;
}

/** The result of a check, as plain data that JSON can hold. */
export interface CheckReport {
  /** The checked base URL, without a slash at its end. */
  readonly url: string;
  /** When the check began, in ISO 8601. */
  readonly startedAt: string;
  /** In milliseconds. */
  readonly durationMs: number;
  /** The number of cases that passed. */
  readonly passed: number;
  /** The number of failed cases, without those that presuppose another failed one. */
  readonly failed: number;
  /** The number of cases that presuppose a failed one, and so were not run. */
  readonly setAside: number;
  /** The number of cases that could not be judged. */
  readonly leftOut: number;
  /** The broken clauses. Those that others depend on come first. */
  readonly findings: readonly Finding[];
  /** Every selected case, in the order of the contract. */
  readonly cases: readonly CaseReport[];
  /** Identifiers of the check that could not be removed; `undefined` when the list could not be read. */
  readonly leftBehind?: readonly string[] | undefined;
  /** Why the run ended early, if it did. */
  readonly stopped?: string | undefined;
}

/** A broken clause, with an example. */
export interface Finding extends CaseFailure {
  readonly clause: string;
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
  /** One line for a POSIX shell that shows the violation. */
  readonly command: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Groups failures by clause. The clause for which the most cases were set aside comes first. Its example is
 * the shortest, from a case that others presuppose if possible.
 */
export function findingsOf(cases: readonly CaseReport[]): readonly Finding[] {
  const groups = new Map<string, { one: CaseReport; failure: CaseFailure; setAside: number }[]>();
  for (const one of cases) {
    if (!one.failure) continue;
    const aside = cases.filter(({ outcome, reason }) => outcome === 'set-aside' && reason === one.id);
    const group = groups.get(one.clause) ?? [];
    groups.set(one.clause, [...group, { one, failure: one.failure, setAside: aside.length }]);
  }
  const findings = [...groups].flatMap(([clause, group]): Finding[] => {
    const [first] = group.toSorted((a, b) => {
      return (
        Number(b.setAside > 0) - Number(a.setAside > 0) || a.failure.command.length - b.failure.command.length
      );
    });
    if (!first) return [];
    const { id, rule } = first.one;
    const setAside = group.reduce((sum, member) => sum + member.setAside, 0);
    return [{ clause, id, rule, ...first.failure, failed: group.length, setAside }];
  });
  return findings.toSorted((a, b) => b.setAside - a.setAside);
}

import type { HttpCase } from '../http/http-case.ts';
import { type Cause, causeOf, kindOf, knownKinds } from './kinds.ts';
import type { CheckLevel } from './levels.ts';
import { clauseOf, type Group, generalClauses, type Met, oneForEachFault } from './same-fault.ts';
import type { Violation } from './violation.ts';

/** A case that was run, with the violations that it found. */
export interface JudgedCase {
  readonly httpCase: HttpCase;
  readonly violations: readonly Violation[];
  /** Why the case did not judge its own rule, if it did not. */
  readonly reason?: string | undefined;
}

/** Violations of the same kind: usually one fault of the server. */
export interface Finding {
  /** The broken clause: the one of which the largest part of the cases met the violations. */
  readonly clause: string;
  /** `server` where every violation concerns the server beneath the service. */
  readonly level: CheckLevel;
  readonly cause: Cause;
  /** The case that fails by it: a case of the clause, and among these the one with the fewest requests. */
  readonly failed: { readonly id: string; readonly violation: Violation };
  /** The other cases whose rules it breaks. */
  readonly same: readonly string[];
  /** The other cases that ended there, and so did not judge their own rules. */
  readonly hidden: readonly string[];
  /** The number of other cases that met the violation, but could judge their own rules. */
  readonly otherCaseCount: number;
}

/**
 * Groups violations by what was expected and what came, so that a fault that hundreds of cases meet is reported once.
 * A case of the broken clause fails by it or, where none of them met it, another case that did. What hides other faults
 * comes first: timeouts and lost connections, then what most cases met, and the server beneath last.
 */
export function findingsIn(cases: readonly JudgedCase[]): readonly Finding[] {
  const { anotherIdentifier } = knownKinds;
  const groups = new Map<string, Met[]>();
  for (const judged of cases) {
    const kinds = judged.violations.map(({ error }) => kindOf(error));
    for (const [index, violation] of judged.violations.entries()) {
      const kind = kinds[index] as string;
      const group = groups.get(kind) ?? [];
      // Under another identifier, the case does not find its record either.
      const isCause = kind === anotherIdentifier && kinds.slice(index).some((one) => one !== kind);
      if (!group.some(({ httpCase }) => httpCase === judged.httpCase))
        group.push({ ...judged, violation, isCause });
      groups.set(kind, group);
      if (isCause) break;
    }
  }
  return oneForEachFault(
    groups,
    cases
      .filter(({ reason, violations }) => reason === undefined || violations.length > 0)
      .map(({ httpCase }) => httpCase),
  )
    .map(findingOf)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a));
}

function rankOf({ level, cause }: Finding): number {
  return (level === 'server' ? 2 : 0) + (cause === 'response' ? 1 : 0);
}

function sizeOf({ same, hidden, otherCaseCount }: Finding): number {
  return 1 + same.length + hidden.length + otherCaseCount;
}

function findingOf({ met: group, clause }: Group): Finding {
  // The case with the fewest requests shows the fault best.
  const ofClause = group.filter(({ httpCase }) => httpCase.clause === clause);
  const judging = ofClause.filter(({ violation }) => !violation.isSetUp);
  const own = (judging.length > 0 ? judging : ofClause).toSorted(
    (a, b) => a.violation.sent.length - b.violation.sent.length,
  );
  const others = group.filter((met) => !own.includes(met));
  const isGeneral = generalClauses.includes(clause);
  const ended = others.filter((met) => met.isCause || isOwn(met.violation, met.httpCase));
  const proving = [...own, ...(own.length === 0 ? others : isGeneral ? [] : ended)];
  const [failed, ...same] = proving as [Met, ...Met[]];
  const idsOf = (cases: readonly Met[]) => cases.map(({ httpCase: { id } }) => id);
  return {
    clause,
    level: group.every(({ violation }) => violation.level === 'server') ? 'server' : 'service',
    cause: causeOf(failed.violation.error),
    failed: { id: failed.httpCase.id, violation: failed.violation },
    same: idsOf(same),
    hidden: idsOf(ended.filter((met) => !proving.includes(met))),
    otherCaseCount: group.length - proving.length,
  };
}

/** Whether a violation breaks the rule of the case that met it. */
export function isOwn(violation: Violation, httpCase: HttpCase): boolean {
  return !violation.isSetUp && clauseOf({ violation, httpCase }) === httpCase.clause;
}

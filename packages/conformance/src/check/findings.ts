import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import { anotherIdentifier, type Cause, causeOf, kindOf } from './kinds.ts';
import type { CheckLevel } from './levels.ts';
import type { Sent } from './sending/transcript.ts';

/**
 * A broken rule: the error with the expected and the actual value, and everything that the case had sent until then.
 */
export interface Violation {
  readonly error: unknown;
  readonly sent: readonly Sent[];
  readonly level: CheckLevel;
  /** Whether the case only prepared what its rule is about. */
  readonly isSetUp?: boolean | undefined;
}

/** A case that was run, with the violations that it found. */
export interface JudgedCase {
  readonly httpCase: HttpCase;
  readonly violations: readonly Violation[];
}

/** Violations of the same kind: usually one fault of the server. */
export interface Finding {
  /** The broken clause: the one that the violations name, or else the clause of the first case. */
  readonly clause: string;
  /** `server` where every violation concerns the server beneath the service. */
  readonly level: CheckLevel;
  readonly cause: Cause;
  /**
   * The cases that fail because of it. Cases of the clause come first, and among them the one with the fewest requests.
   */
  readonly failed: readonly { readonly id: string; readonly violation: Violation }[];
  /** The other cases that ended there, and so did not judge their own rules. */
  readonly hidden: readonly string[];
  /** The number of other cases that met the violation, but could judge their own rules. */
  readonly otherCaseCount: number;
}

/** The clauses about all responses. A case of another clause that meets such a violation can judge its own rule. */
const generalClauses = ['SPEC 4', 'SPEC 4.8', 'SPEC 7', 'D35', 'D37'];

/** How many cases fail because of one finding. The others that ended there are not judged. */
const maxFailed = 10;

/** A case that met a violation. */
interface Met extends JudgedCase {
  readonly violation: Violation;
  /** Whether the violation may have led to others that the case found. */
  readonly isCause: boolean;
}

/**
 * Groups violations by what was expected and what came, so that a fault that hundreds of cases meet is reported once.
 * The cases of the broken clause fail because of it. When none of them met it, all cases that did fail. What hides
 * other faults comes first: timeouts and lost connections, then what most cases met, and the server beneath last.
 */
export function findingsIn(cases: readonly JudgedCase[]): readonly Finding[] {
  const groups = new Map<string, Met[]>();
  for (const judged of cases) {
    for (const [index, violation] of judged.violations.entries()) {
      const kind = kindOf(violation.error);
      const group = groups.get(kind) ?? [];
      // Under another identifier, the case does not find its record either.
      const isCause = kind === anotherIdentifier && index < judged.violations.length - 1;
      if (!group.some(({ httpCase }) => httpCase === judged.httpCase))
        group.push({ ...judged, violation, isCause });
      groups.set(kind, group);
      if (isCause) break;
    }
  }
  return withoutBodies(groups)
    .map(findingOf)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a));
}

function rankOf({ level, cause }: Finding): number {
  return (level === 'server' ? 2 : 0) + (cause === 'response' ? 1 : 0);
}

function sizeOf({ failed, hidden, otherCaseCount }: Finding): number {
  return failed.length + hidden.length + otherCaseCount;
}

/** The groups, in which responses to HEAD are with those that have the same statuses and a body. */
function withoutBodies(groups: ReadonlyMap<string, readonly Met[]>): readonly (readonly Met[])[] {
  const joined = new Map(groups);
  for (const [kind, group] of groups) {
    const clause = clauseOf(group[0] as Met);
    const same = [...groups].find(
      ([other, [met]]) => other.startsWith(`${kind} | `) && clauseOf(met as Met) === clause,
    );
    if (!same) continue;
    const [name, withBodies] = same;
    const more = group.filter(({ httpCase }) => !withBodies.some((met) => met.httpCase === httpCase));
    joined.set(name, [...(joined.get(name) ?? []), ...more]);
    joined.delete(kind);
  }
  return [...joined.values()];
}

function findingOf(group: readonly Met[]): Finding {
  const clause = clauseOf(group[0] as Met);
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
  const cause = causeOf(group[0]?.violation.error);
  const failed = cause === 'response' ? proving.slice(0, maxFailed) : proving;
  const hidden = [...new Set([...proving, ...ended])].filter((met) => !failed.includes(met));
  return {
    clause,
    level: group.every(({ violation }) => violation.level === 'server') ? 'server' : 'service',
    cause,
    failed: failed.map(({ httpCase: { id }, violation }) => ({ id, violation })),
    hidden: hidden.map(({ httpCase: { id } }) => id),
    otherCaseCount: group.length - proving.length,
  };
}

/** Whether a violation breaks the rule of the case that met it. */
export function isOwn(violation: Violation, httpCase: HttpCase): boolean {
  return !violation.isSetUp && clauseOf({ violation, httpCase }) === httpCase.clause;
}

function clauseOf({ violation: { error }, httpCase }: Pick<Met, 'violation' | 'httpCase'>): string {
  return (error instanceof ContractError && error.clause) || httpCase.clause;
}

import { ContractError } from '../../contract-error.ts';
import type { HttpCase } from '../../http/http-case.ts';
import type { CheckLevel } from '../levels.ts';
import type { Violation } from '../violation.ts';
import { byBlamedWrite } from './after-writes.ts';
import { partsOf } from './compared-parts.ts';
import { clauseOf, type Group, generalClauses, type Met } from './group.ts';
import { type Cause, causeOf, kindOf, knownKinds } from './kinds.ts';
import { oneForEachFault } from './same-fault.ts';

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
  /**
   * The cases that fail by it, the broken clause first. There is one, or one of each clause where the service carries out
   * requests that it must refuse. A case with few requests is chosen, unless it fails by an earlier finding.
   */
  readonly failed: readonly FailedCase[];
  /** The other cases whose rules it breaks, each with the failed case that shows the same. */
  readonly same: ReadonlyMap<string, FailedCase>;
  /** The other cases that met it and could not judge their own rules. */
  readonly hidden: readonly string[];
  /** The number of other cases that met the violation, but could judge their own rules. */
  readonly otherCaseCount: number;
}

/** A case that fails, and the violation that shows why. */
export interface FailedCase {
  readonly id: string;
  readonly violation: Violation;
}

/** A finding before its failed cases are chosen. */
interface Draft extends Omit<Finding, 'failed' | 'same'> {
  /** The cases whose rules it breaks, those of the clause first. */
  readonly proving: readonly Met[];
}

/**
 * Groups violations by what was expected and what came, so that a fault that hundreds of cases meet is reported once.
 * Cases of the broken clause show it or, where none of them met it, another case that did. What hides other faults comes
 * first: timeouts and lost connections, then what most cases met, and the server beneath last.
 */
export function findingsIn(cases: readonly JudgedCase[]): readonly Finding[] {
  const { anotherIdentifier } = knownKinds;
  const groups = new Map<string, Met[]>();
  for (const judged of cases) {
    const kinds = judged.violations.map(kindOf);
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
  const drafts = oneForEachFault(
    byBlamedWrite(groups),
    cases
      .filter(({ reason, violations }) => reason === undefined || violations.length > 0)
      .map(({ httpCase }) => httpCase),
  )
    .map(draftOf)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a));
  const taken = new Set<HttpCase>();
  return drafts.map(({ proving, ...finding }) => ({ ...finding, ...choose(proving, taken) }));
}

function rankOf({ level, cause }: Draft): number {
  return (level === 'server' ? 2 : 0) + (cause === 'response' ? 1 : 0);
}

function sizeOf({ proving, hidden, otherCaseCount }: Draft): number {
  return proving.length + hidden.length + otherCaseCount;
}

/**
 * Chooses the cases that fail. What a service carries out may be a fault of its own for each clause, so that a case of
 * each clause fails. Any other violation shows in one. A case that fails already can show only one violation.
 */
function choose(proving: readonly Met[], taken: Set<HttpCase>): Pick<Finding, 'failed' | 'same'> {
  const failed: FailedCase[] = [];
  const same = new Map<string, FailedCase>();
  const isOfRefusals = proving.some(({ violation }) => isAccepted(violation));
  const groups = isOfRefusals
    ? [...new Set(proving.map(({ httpCase }) => httpCase.clause))].map((clause) =>
        proving.filter(({ httpCase }) => httpCase.clause === clause),
      )
    : [proving];
  for (const group of groups) {
    const chosen = group.find(({ httpCase }) => !taken.has(httpCase)) ?? (group[0] as Met);
    taken.add(chosen.httpCase);
    const one = { id: chosen.httpCase.id, violation: chosen.violation };
    failed.push(one);
    for (const { httpCase } of group) if (httpCase !== chosen.httpCase) same.set(httpCase.id, one);
  }
  return { failed, same };
}

/** Whether the service has carried out a request that it must refuse. */
function isAccepted({ error }: Violation): boolean {
  if (!(error instanceof ContractError)) return false;
  const [expected, actual] = [partsOf(error.expected).status, partsOf(error.actual).status];
  return /^4(?!04)/.test(expected) && /^2/.test(actual);
}

function draftOf({ met: group, clause }: Group): Draft {
  // The case with the fewest requests and fields shows the fault best.
  const ofClause = group.filter(({ httpCase }) => httpCase.clause === clause);
  const judging = ofClause.filter(({ violation }) => !violation.isSetUp);
  const own = (judging.length > 0 ? judging : ofClause).toSorted(
    (a, b) => lengthOf(a.violation) - lengthOf(b.violation),
  );
  const others = group.filter((met) => !own.includes(met));
  const isGeneral = generalClauses.includes(clause);
  const ended = others.filter((met) => met.isCause || isOwn(met.violation, met.httpCase));
  // Without a case of the clause, one that can judge its own rule shows the violation only where no other case can.
  const instead = ended.length > 0 ? ended : others.slice(0, 1);
  const proving = own.length === 0 ? instead : isGeneral ? own : [...own, ...ended];
  const rest = group.filter((met) => !proving.includes(met));
  const hidden = rest.filter((met) => ended.includes(met) || met.reason !== undefined);
  return {
    clause,
    level: group.every(({ violation }) => violation.level === 'server') ? 'server' : 'service',
    cause: causeOf(group[0]?.violation.error),
    proving,
    hidden: hidden.map(({ httpCase: { id } }) => id),
    otherCaseCount: rest.length - hidden.length,
  };
}

/** A response of more characters is not shown whole. */
const shown = 300;

/**
 * How much there is to look at: the requests of a violation, of which one counts as much as a hundred fields, and as ten
 * of them what is not shown whole.
 */
function lengthOf({ sent, error }: Violation): number {
  const fields = sent.flatMap((one) => (one.kind === 'request' ? (one.request.headers ?? []) : []));
  const isLong = error instanceof ContractError && String(error.actual).length > shown;
  return sent.length + fields.length / 100 + (isLong ? 10 : 0);
}

/** Whether a violation breaks the rule of the case that met it. */
export function isOwn(violation: Violation, httpCase: HttpCase): boolean {
  return !violation.isSetUp && clauseOf({ violation, httpCase }) === httpCase.clause;
}

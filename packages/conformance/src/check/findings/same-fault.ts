import type { HttpCase } from '../../http/http-case.ts';
import { isProblem } from '../../response-values.ts';
import { clauseOfGroup } from './clause-of-group.ts';
import { outline } from './compared-parts.ts';
import { consequences } from './consequences.ts';
import { type Group, generalClauses, isBare, isFailure, type Met, responsesOf, statusesOf } from './group.ts';
import { causeOf, isOf, isSameWrite, knownKinds } from './kinds.ts';

const { afterWrite, anotherIdentifier, contents, refused } = knownKinds;

/** Success, a wrong request, and an absent record. */
const manyStatuses = 3;
/** POST, PUT and DELETE. */
const kindsOfWrites = 3;

/** The groups of violations by kind, in which each fault is one group, with the clause that it breaks. */
export function oneForEachFault(
  byKind: ReadonlyMap<string, readonly Met[]>,
  cases: readonly HttpCase[],
): readonly Group[] {
  let groups = [...byKind].map(
    ([kind, met]): Group => ({ kind, met, clause: clauseOfGroup(kind, met, cases) }),
  );
  const join = (isCause: (one: Group) => boolean, isEffect: (one: Group, cause: Group) => boolean) => {
    for (const cause of groups.filter(isCause)) {
      if (!groups.includes(cause)) continue;
      const effects = groups.filter((one) => one !== cause && canBeSame(one, cause) && isEffect(one, cause));
      if (effects.length === 0) continue;
      const met = [...cause.met];
      for (const one of effects.flatMap((effect) => effect.met)) {
        if (!met.some(({ httpCase }) => httpCase === one.httpCase)) met.push(one);
      }
      const clause = cause.kind === anotherIdentifier ? clauseOfGroup(cause.kind, met, cases) : cause.clause;
      groups = groups
        .filter((one) => !effects.includes(one))
        .map((one) => (one === cause ? { ...one, met, clause } : one));
    }
  };
  // Responses to HEAD have the statuses of those with a body.
  join(
    (one) => !isBare(one),
    (one, cause) =>
      isBare(one) && `${statusesOf(one)}` === `${statusesOf(cause)}` && one.clause === cause.clause,
  );
  const joinAll = (same: readonly Group[]) =>
    join(
      (one) => same.includes(one),
      (one) => same.includes(one),
    );
  // Some services fail now and then, at any request.
  const failures = groups.filter((one) => isFailure(one) && isPartial(one, cases));
  if (new Set(failures.map((one) => statusesOf(one)[0])).size >= manyStatuses) joinAll(failures);
  // A cache has old records after every kind of write.
  const outdated = groups.filter(({ kind }) => isOf(kind, afterWrite));
  if (outdated.length === kindsOfWrites) joinAll(outdated);
  join(
    ({ kind, clause }) => isManifold(kind) && !generalClauses.includes(clause),
    ({ kind, clause }, cause) => isManifold(kind) && clause === cause.clause && isSameWrite(kind, cause.kind),
  );
  // A request that must be refused may get various responses.
  join(
    ({ clause }) => !generalClauses.includes(clause),
    (one, cause) => one.clause === cause.clause && isSameRefusal(one, cause),
  );
  for (const [isCause, isEffect] of consequences) join(isCause, isEffect);
  return groups;
}

/** A fault of its own shows in more of the cases of its clauses. */
const partOfCases = 0.4;

/** Whether one case alone, or the smaller part of the cases of the same clauses, met it. */
function isPartial({ met }: Group, cases: readonly HttpCase[]): boolean {
  const clauses = new Set(met.map(({ httpCase }) => httpCase.clause));
  return (
    met.length === 1 || met.length < partOfCases * cases.filter(({ clause }) => clauses.has(clause)).length
  );
}

/** Whether both groups are about responses, and both or neither only about the server beneath the service. */
function canBeSame(...groups: readonly [Group, Group]): boolean {
  const [isServer, isOtherServer] = groups.map(({ met }) =>
    met.every(({ violation }) => violation.level === 'server'),
  );
  const isOfResponses = groups.every(({ met }) => causeOf(met[0]?.violation.error) === 'response');
  return isOfResponses && isServer === isOtherServer;
}

/** Whether cases of both groups expect the same error. */
function isSameRefusal(one: Group, other: Group): boolean {
  const [refusal, otherRefusal] = [one, other].map((group) => {
    const [{ status, body }] = responsesOf(group);
    return isProblem(body) && `${status} ${outline(body)}`;
  });
  return refusal !== false && refusal === otherRefusal;
}

/** Whether a fault shows in several kinds like this one, but under one clause. */
function isManifold(kind: string): boolean {
  return isOf(kind, contents) || isOf(kind, refused);
}

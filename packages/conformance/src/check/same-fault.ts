import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import { isProblem, outline, partsOf } from './compared-parts.ts';
import { causeOf, knownKinds, refusals } from './kinds.ts';
import type { Violation } from './run-case.ts';

const {
  anotherIdentifier,
  contents,
  earlierState,
  otherList,
  refused,
  errorWithoutJson,
  contentType,
  cut,
  encoding,
} = knownKinds;

/** A case that met a violation. */
export interface Met {
  readonly httpCase: HttpCase;
  readonly violation: Violation;
  /** Whether the violation may have led to others that the case found. */
  readonly isCause: boolean;
  /** Why the case did not judge its own rule, if it did not. */
  readonly reason?: string | undefined;
}

/** Violations of one kind, or of several kinds that one fault has. */
export interface Group {
  readonly kind: string;
  readonly met: readonly Met[];
  /** The broken clause. */
  readonly clause: string;
}

/** The clauses about all responses. A case of another clause that meets such a violation can judge its own rule. */
export const generalClauses = ['SPEC 4', 'SPEC 4.8', 'SPEC 7', 'D35', 'D37'];

/** The clauses of what identifiers are. */
const ofIdentifiers = ['D1', 'D2', 'D9', 'D10'];

/** The clauses of how much of a body is read. */
const ofLimit = ['SPEC 4.5.4', 'D20', 'D21'];

/** Kinds that follow from another: where both are found, they are one fault. */
const consequences: readonly (readonly [
  isCause: (one: Group) => boolean,
  isEffect: (one: Group, cause: Group) => boolean,
])[] = [
  // A service that is overloaded, or fails now and then, does so at any request.
  [
    ({ kind, met }) => failedStatus(kind) !== undefined && isWide(met),
    ({ kind }, cause) => failedStatus(kind) === failedStatus(cause.kind),
  ],
  // An error that is a page has the content type of a page, also for HEAD.
  [
    ({ kind }) => kind === errorWithoutJson,
    ({ kind, clause }) => isOf(kind, contentType) && ['SPEC 4.8', 'D12'].includes(clause),
  ],
  // A body that is cut inside a character is not UTF-8.
  [({ kind }) => kind === cut, ({ kind }) => isOf(kind, encoding)],
  // Where writes are lost or late, every response about records shows it.
  [({ kind, clause, met }) => clause === 'SPEC 3' && isLossy(kind, met), ({ kind }) => isOf(kind, contents)],
  // A service that loses some writes may lose the first one of a record.
  [
    ({ kind, clause }) => clause === 'SPEC 3' && isOf(kind, earlierState),
    ({ kind, clause }) => isOf(kind, `${contents} | 200 404`) && !ofIdentifiers.includes(clause),
  ],
  // Cases about the bytes of the list, or about writes during it, have records in it.
  [
    ({ kind, clause }) => isOf(kind, contents) && clause === 'SPEC 4.7',
    ({ kind, clause }) => isOf(kind, contents) && ['D35', 'D43'].includes(clause),
  ],
  // Where PUT creates the record, it does not look for it first, either.
  [
    ({ kind, clause }) => kind === `${contents} | 404 200` && clause === 'SPEC 4.3',
    ({ clause }) => clause === 'SPEC 4.5.5',
  ],
  // Another limit refuses bodies, and accepts others.
  [({ clause }) => ofLimit.includes(clause), ({ clause }) => ofLimit.includes(clause)],
  // A validator makes a server respond with 304.
  [({ kind }) => /^(etag|last-modified) /.test(kind), ({ kind }) => kind.includes(' 304')],
  // A service that changes an identifier finds, changes and removes the record of another.
  [
    ({ kind, clause }) => kind === anotherIdentifier && ofIdentifiers.includes(clause),
    ({ kind, clause }) => isOf(kind, contents) && ofIdentifiers.includes(clause),
  ],
];

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
    () => true,
    ({ kind, clause }, cause) => cause.kind.startsWith(`${kind} | `) && clause === cause.clause,
  );
  join(
    ({ kind, clause }) => isManifold(kind) && !generalClauses.includes(clause),
    ({ kind, clause }, cause) => isManifold(kind) && clause === cause.clause,
  );
  // A request that must be refused may get various responses.
  join(
    ({ clause }) => !generalClauses.includes(clause),
    (one, cause) => one.clause === cause.clause && isSameRefusal(one, cause),
  );
  for (const [isCause, isEffect] of consequences) join(isCause, isEffect);
  return groups;
}

/** The status of a service that is overloaded or has failed, in a kind. */
function failedStatus(kind: string): string | undefined {
  return /(?<= )(429|50[0234])(?= |$)/.exec(kind)?.[0];
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
  const [refusal, otherRefusal] = [one, other].map(({ met: [first] }) => {
    const { error } = first?.violation ?? {};
    const { status, body } = partsOf(error instanceof ContractError ? error.expected : undefined);
    return isProblem(body) && `${status} ${outline(body)}`;
  });
  return refusal !== false && refusal === otherRefusal;
}

/** Whether a fault shows in several kinds like this one, but under one clause. */
function isManifold(kind: string): boolean {
  return isOf(kind, contents) || isOf(kind, refused);
}

function isOf(kind: string, start: string): boolean {
  return kind === start || kind.startsWith(`${start} | `);
}

/** The clauses whose cases are about other rules, but show faults of records and identifiers as well. */
const incidental = [...generalClauses, 'D9', 'D10'];

/** The clauses of what records are, where a case of the clause found it. */
const naturalClauses = [
  [earlierState, 'SPEC 3'],
  [`${contents} | /coordinates/coordinate`, 'D31'],
  [`${contents} | /description | undefined`, 'SPEC 3'],
  [`${contents} | /description`, 'SPEC 4.5.7'],
  [`${contents} | 200 404`, 'SPEC 3'],
] as const;

/** A violation that cases of this many clauses met is about the requests that all of them send. */
const manyClauses = 6;

/** Cases that a clause is taken to have beside its own, so that one case alone does not speak for a fault. */
const doubt = 2;
/** How much more a case of SPEC.md counts than one of DECISIONS.md, which only says more exactly what SPEC.md demands. */
const ownWeight = 1.4;

/** The clause of which the largest part of the cases met the violations. */
function clauseOfGroup(kind: string, met: readonly Met[], cases: readonly HttpCase[]): string {
  const judging = met.filter(({ violation }) => !violation.isSetUp);
  // A violation names the clause of the expected message, which a refusal for another reason does not break.
  const isRefused = refusals.some((message) => kind.startsWith(refused) && kind.endsWith(message));
  const explicitOf = (one: Met) => (isRefused ? undefined : explicitClauseOf(one));
  const clauses = (judging.length > 0 ? judging : met).map((one) => explicitOf(one) ?? one.httpCase.clause);
  const general = met.filter((one) => generalClauses.includes(explicitOf(one) ?? ''));
  const isSpecial = general.length < met.length / 2;
  if (kind === cut) return 'D35';
  if (isSpecial) {
    const natural = naturalClauses.find(([start, clause]) => isOf(kind, start) && clauses.includes(clause));
    if (natural) return natural[1];
    if (isLossy(kind, judging)) return 'SPEC 3';
    if (isOf(kind, `${contents} | 404 200`) && clauses.includes('D1')) return 'D1';
  }
  // What is stored shows in the cases about all responses, too.
  const special = clauses.filter((clause) => !incidental.includes(clause));
  const candidates = special.length > 0 && isSpecial ? special : clauses;
  const countOf = (clause: string) => candidates.filter((one) => one === clause).length;
  const partOf = (clause: string) =>
    (countOf(clause) * (clause.startsWith('SPEC') ? ownWeight : 1)) /
    (cases.filter((one) => one.clause === clause).length + doubt);
  const best = [...new Set(candidates)].reduce((one, clause) =>
    countOf(clause) > 1 && partOf(clause) > partOf(one) ? clause : one,
  );
  const isScattered = isWide(judging) && countOf(best) < candidates.length / 3;
  return isScattered && candidates.includes('SPEC 3') ? 'SPEC 3' : best;
}

/** Whether writes are lost or late. */
function isLossy(kind: string, met: readonly Met[]): boolean {
  return isOf(kind, contents) && kind !== otherList && isWide(met);
}

function isWide(met: readonly Met[]): boolean {
  return new Set(met.map(clauseOf)).size >= manyClauses;
}

/** The clause that a violation breaks in a case. */
export function clauseOf(met: Pick<Met, 'violation' | 'httpCase'> & Partial<Met>): string {
  return explicitClauseOf(met) ?? met.httpCase.clause;
}

/** The clause that a violation names, unless another fault led to it. */
function explicitClauseOf({ violation: { error }, isCause }: Pick<Met, 'violation'> & Partial<Met>) {
  return error instanceof ContractError && isCause !== true ? error.clause : undefined;
}

import { ContractError, isEqual } from '../../contract-error.ts';
import { isOfUnwritten } from './blamed-write.ts';
import {
  type Group,
  generalClauses,
  isBare,
  isFailure,
  isLossy,
  type Met,
  ofIdentifiers,
  statusesOf,
} from './group.ts';
import { isOf, isSameWrite, knownKinds } from './kinds.ts';

const {
  afterWrite,
  anotherIdentifier,
  contents,
  otherList,
  notRefused,
  tooEarly,
  errorWithoutJson,
  contentType,
  contentLength,
  cut,
  encoding,
} = knownKinds;
const lost = `${contents} | 200 404`;
const created = `${contents} | PUT | 404 200`;

/** The clauses of how much of a body is read. */
const ofLimit = ['SPEC 4.5.4', 'D20', 'D21'];

/** Kinds that follow from another: where both are found, they are one fault. */
export const consequences: readonly (readonly [
  isCause: (one: Group) => boolean,
  isEffect: (one: Group, cause: Group) => boolean,
])[] = [
  // An error that is a page has the content type of a page, also for HEAD.
  [
    ({ kind }) => kind === errorWithoutJson,
    ({ kind, clause }) => isOf(kind, contentType) && ['SPEC 4.8', 'D12'].includes(clause),
  ],
  // A body that is cut inside a character is not UTF-8.
  [({ kind }) => kind === cut, ({ kind }) => isOf(kind, encoding)],
  // Where writes are lost or late, every response about records shows it.
  [
    ({ kind, clause, met }) => clause === 'SPEC 3' && isLossy(kind, met),
    ({ kind }, cause) =>
      isOf(kind, contents) && (isSameWrite(kind, cause.kind) || (losesRecords(cause.kind) && isLost(kind))),
  ],
  // While writes are late, a list changes between HEAD and GET.
  [
    ({ kind, clause, met }) => clause === 'SPEC 3' && isLossy(kind, met),
    ({ kind, clause, met }) =>
      clause === 'D12' && isOf(kind, contentLength) && met.every(({ violation }) => isOfUnwritten(violation)),
  ],
  // A record that is lost is not in the list. In races, others may come back.
  [
    (one) => isLoss(one) && !ofIdentifiers.includes(one.clause),
    (one, { clause }) => one.kind === otherList && (clause === 'D42' || lacksRecords(one)),
  ],
  // A HEAD with a wrong status has it for every request, and other fields.
  [
    (one) => one.clause === 'D12' && isBare(one),
    (one, cause) =>
      (isBare(one) && statusesOf(one)[1] === statusesOf(cause)[1]) ||
      (one.clause === 'D12' && isOf(one.kind, contentLength)),
  ],
  // A request that makes the service fail has no other response, either.
  [
    isFailure,
    (one, cause) =>
      isFailure(one) &&
      one.clause === cause.clause &&
      !generalClauses.includes(one.clause) &&
      statusesOf(one)[1] === statusesOf(cause)[1],
  ],
  // Another encoding changes descriptions and identifiers.
  [
    ({ kind }) => isOf(kind, encoding),
    ({ kind }) => [anotherIdentifier, otherList, `${contents} | /description`].includes(kind),
  ],
  // A service that loses some writes may lose the first one of a record.
  [
    ({ kind, clause }) => clause === 'SPEC 3' && /after (POST|PUT)$/.test(kind),
    ({ kind, clause }) => kind === lost && !ofIdentifiers.includes(clause),
  ],
  // Cases about the bytes of the list, or about writes during it, have records in it.
  [
    ({ kind, clause }) => /^(contents|list|not a list)\b/.test(kind) && clause === 'SPEC 4.7',
    ({ kind, clause }) => isOf(kind, contents) && ['SPEC 4.7', 'D35', 'D43'].includes(clause),
  ],
  // Where PUT creates the record, it does not look for it first, either.
  [
    ({ kind }) => kind === created,
    (one, { clause }) =>
      (one.clause === 'SPEC 4.5.5' && `${statusesOf(one)}` === '404,400') ||
      (one.clause === clause && one.kind === `${contents} | 404 200`),
  ],
  // PUT finds a record that DELETE has kept.
  [
    ({ kind }) => kind === `${afterWrite} DELETE`,
    ({ kind, met }) => kind === created && met.every(hasDeletion),
  ],
  // A write does not find a record that is lost.
  [isLoss, ({ kind }) => /^contents \| (POST|PUT) \| 200 404$/.test(kind)],
  // A check that is not made comes after all others, too.
  [
    ({ kind }) => isOf(kind, notRefused),
    ({ kind }, cause) => isOf(kind, tooEarly) && messageOf(kind) === messageOf(cause.kind),
  ],
  // A check that is made before several others, or several that are made before one.
  [
    ({ kind }) => isOf(kind, tooEarly),
    ({ kind }, cause) =>
      isOf(kind, tooEarly) &&
      [1, 2].some((part) => kind.split(' | ')[part] === cause.kind.split(' | ')[part]),
  ],
  // A service that is overloaded refuses any request.
  [(one) => statusesOf(one)[1] === '429', (one) => statusesOf(one)[1] === '429'],
  // Another limit refuses bodies, and accepts others.
  [({ clause }) => ofLimit.includes(clause), ({ clause }) => ofLimit.includes(clause)],
  // A validator makes a server respond with 304.
  [({ kind }) => /^(etag|last-modified) /.test(kind), ({ kind }) => kind.includes(' 304')],
  // A service that changes an identifier finds, changes and removes the record of another.
  [
    ({ kind, clause }) =>
      ofIdentifiers.includes(clause) && (kind === anotherIdentifier || isOf(kind, contents)),
    ({ kind, clause }) => isOf(kind, contents) && ofIdentifiers.includes(clause),
  ],
];

/** Whether the case had deleted a record. */
function hasDeletion({ violation }: Met): boolean {
  return violation.sent.some((one) => one.kind === 'request' && one.request.method === 'DELETE');
}

/** Whether records are lost, also in races alone. */
function isLoss({ kind, clause }: Group): boolean {
  return kind === lost || (isOf(kind, contents) && clause === 'D42');
}

/** Whether lists lack records, and have no others in their place. */
function lacksRecords({ met }: Group): boolean {
  return met.every(({ violation: { error } }) => {
    if (!(error instanceof ContractError)) return false;
    const { expected, actual } = error;
    if (!Array.isArray(expected) || !Array.isArray(actual)) return actual === undefined;
    const isExpected = (entry: unknown) => expected.some((one) => isEqual(one, entry));
    return actual.length < expected.length && actual.every(isExpected);
  });
}

/** The expected message of a kind that ends with it. */
function messageOf(kind: string): string | undefined {
  return kind.split(' | ').at(-1);
}

function losesRecords(kind: string): boolean {
  return kind === lost || kind === `${afterWrite} POST`;
}

/** Whether a kind shows that a record is missing, or is as it was before a write. */
function isLost(kind: string): boolean {
  return / [24]0[01] 404$/.test(kind)
    ? !kind.includes('DELETE')
    : kind === otherList || /after (POST|PUT)$/.test(kind);
}

import { type Group, isLossy, type Met, ofIdentifiers, statusesOf } from './group.ts';
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
  [({ kind }) => kind === lost, ({ kind }) => /^contents \| (POST|PUT) \| 200 404$/.test(kind)],
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

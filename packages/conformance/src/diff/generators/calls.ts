import fc from 'fast-check';
import type { CaseRequest } from '../../http/service.ts';
import { bodies } from './bodies.ts';
import { contentTypes } from './content-types.ts';
import { collections, deadTargets, families, root, type Target } from './targets.ts';

/** A call whose target may depend on its sequence. */
interface Call {
  readonly method: string;
  /** A target, or the index of a target of the sequence. */
  readonly target: Target | number;
  readonly headers: NonNullable<CaseRequest['headers']>;
  readonly body?: string | Uint8Array;
}

const lists: fc.Arbitrary<Target> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constant(root) },
  { weight: 1, arbitrary: fc.constantFrom(...collections) },
);

/** Most calls share a few records, so that they affect each other. */
const targets: fc.Arbitrary<Target | number> = fc.oneof(
  { withCrossShrink: true },
  { weight: 20, arbitrary: fc.constant(0) },
  { weight: 20, arbitrary: fc.nat(3) },
  { weight: 2, arbitrary: fc.constantFrom(...deadTargets) },
  { weight: 3, arbitrary: lists },
);

/** Fields that request another method or describe the body. Every service must ignore them. */
const fields = fc.oneof(
  { withCrossShrink: true },
  { weight: 20, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      [['X-HTTP-Method-Override', 'DELETE'] as const],
      [['Content-Encoding', 'gzip'] as const],
    ),
  },
);

const readMethods = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constant('HEAD') },
);

const reads: fc.Arbitrary<Call> = fc.record({ method: readMethods, target: targets, headers: fields });

const listReads: fc.Arbitrary<Call> = fc.record({
  method: readMethods,
  target: lists,
  headers: fc.constant([]),
});

const writeMethods = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant('POST') },
  { weight: 2, arbitrary: fc.constant('PUT') },
);

const writes: fc.Arbitrary<Call> = fc
  .record({
    method: writeMethods,
    target: targets,
    types: contentTypes,
    more: fields,
    body: fc.option(bodies, { nil: undefined, freq: 40 }),
  })
  .map(({ types, more, body, ...call }) => ({
    ...call,
    headers: [...types.map((type) => ['Content-Type', type] as const), ...more],
    ...(body !== undefined && { body }),
  }));

/** A service ignores the body of DELETE (SPEC 4.6). */
const removals: fc.Arbitrary<Call> = fc
  .record({
    target: targets,
    type: fc.option(fc.constantFrom('application/json', 'text/plain'), { freq: 6 }),
    body: fc.option(fc.constantFrom('', '{'), { freq: 6 }),
  })
  .map(({ target, type, body }) => ({
    method: 'DELETE',
    target,
    headers: type === null ? [] : [['Content-Type', type]],
    ...(body !== null && { body }),
  }));

const others: fc.Arbitrary<Call> = fc.record({
  method: fc.constantFrom('OPTIONS', 'PATCH', 'PROPFIND', 'FROBNICATE', 'get'),
  target: targets,
  headers: fc.constant([]),
});

/** Calls of every kind. */
const calls: fc.Arbitrary<Call> = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: reads },
  { weight: 2, arbitrary: listReads },
  { weight: 10, arbitrary: writes },
  { weight: 3, arbitrary: removals },
  { weight: 1, arbitrary: others },
);

/** A call with the target of its sequence. Only the identifier of the run is missing. */
export interface BoundCall extends Omit<Call, 'target'> {
  readonly target: Target;
}

/** The most calls of most sequences, and of the few that a connection may fail after. */
const maxCalls = 40;
const maxLongCalls = 200;

function sequencesUpTo(maxLength: number): fc.Arbitrary<readonly BoundCall[]> {
  return fc
    .record({
      family: fc.constantFrom(...families),
      calls: fc.array(calls, { minLength: 1, maxLength, size: 'max' }),
    })
    .map(({ family, calls }) =>
      calls.map((call) => ({
        ...call,
        target: typeof call.target === 'number' ? (family[call.target] as Target) : call.target,
      })),
    );
}

/** Sequences of calls, made one after the other. They shrink to fewer and simpler calls. */
export const sequences: fc.Arbitrary<readonly BoundCall[]> = fc.oneof(
  { weight: 31, arbitrary: sequencesUpTo(maxCalls) },
  { weight: 1, arbitrary: sequencesUpTo(maxLongCalls) },
);

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

/** Calls of a family of targets, made one after the other. Each can be shrunk. */
export interface Sequence {
  readonly family: readonly Target[];
  readonly calls: readonly fc.Value<Call>[];
}

/** The most calls of most sequences, and of one in 32: a server may fail after many requests on a connection. */
const lengths = fc.oneof(
  { weight: 31, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
);
/** How often fast-check prefers small and extreme values: in one of so many. */
const bias = 2;

/** The next sequence of a generator of random numbers. */
export function nextSequence(random: fc.Random): Sequence {
  const family = fc.constantFrom(...families).generate(random, undefined).value;
  const length = lengths.generate(random, undefined).value;
  return { family, calls: Array.from({ length }, () => calls.generate(random, bias)) };
}

/** The calls of a sequence with their targets. */
export function boundCalls({ family, calls }: Sequence): readonly BoundCall[] {
  return calls.map(({ value }) => ({
    ...value,
    target: typeof value.target === 'number' ? (family[value.target] as Target) : value.target,
  }));
}

/** The most pairs of calls that are tried before parts are left out. */
const maxPairs = 6;

/**
 * Sequences without some of the calls before the last one. The shortest come first, since a slow service leaves time for
 * few: the last call alone, with one other, with those of its target. Then parts are left out, the large ones first.
 */
export function* withFewerCalls({ family, calls }: Sequence): Generator<Sequence> {
  const before = calls.slice(0, -1);
  const last = calls.slice(-1);
  if (before.length === 0) return;
  yield { family, calls: last };
  if (before.length > 2) {
    const target = last[0]?.value.target;
    const related = before.filter(({ value }) => value.target === target);
    for (const one of (related.length > 0 ? related : before).slice(-maxPairs).reverse()) {
      yield { family, calls: [one, ...last] };
    }
    if (related.length > 0 && related.length < before.length) yield { family, calls: [...related, ...last] };
  }
  for (let size = Math.floor(before.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < before.length; start += size) {
      yield { family, calls: [...before.toSpliced(start, size), ...last] };
    }
  }
}

/** Sequences with a simpler call at this index. */
export function* withSimplerCall({ family, calls: all }: Sequence, index: number): Generator<Sequence> {
  const call = all[index] as fc.Value<Call>;
  for (const simpler of calls.shrink(call.value_, call.context)) {
    yield { family, calls: all.with(index, simpler) };
  }
}

/** The sequence with the plainest targets, unless it has them. */
export function withPlainerFamily({ family, calls }: Sequence): readonly Sequence[] {
  const [plain = family] = families;
  return family === plain ? [] : [{ family: plain, calls }];
}

import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Lookup, Snapshot } from '../../src/memory/versioned-map.ts';
import { VersionedMap } from '../../src/memory/versioned-map.ts';
import { garbageCollector } from './garbage-collector.ts';

interface Value {
  readonly number: number;
}

type Entry<V> = readonly [string, V];

type Step =
  | { readonly kind: 'set'; readonly key: string }
  | { readonly kind: 'delete'; readonly key: string }
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'read' | 'finish' | 'release'; readonly which: number };

const names = ['a', 'b', 'c', 'd', 'e', '__proto__'];
const key = fc.constantFrom(...names);
const which = fc.nat(3);
const sets = fc.record({ kind: fc.constant('set' as const), key });
const deletes = fc.record({ kind: fc.constant('delete' as const), key });
const snapshots = fc.oneof(
  fc.record({ kind: fc.constant('snapshot' as const) }),
  fc.record({
    kind: fc.constantFrom('read' as const, 'read' as const, 'finish' as const, 'release' as const),
    which,
  }),
);
/** Without the `size`, fast-check would hardly ever take more than ten steps. */
const length = { maxLength: 80, size: 'max' } as const;
const steps = fc.array(fc.oneof<fc.Arbitrary<Step>[]>(sets, sets, deletes, snapshots, snapshots), length);
const stepsWithoutDelete = fc.array(fc.oneof<fc.Arbitrary<Step>[]>(sets, snapshots), length);

afterEach(() => vi.restoreAllMocks());

describe('VersionedMap', () => {
  it('shows what a copy of the whole map at each snapshot would', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const { map, model, open } = play(script);
        for (const { snapshot, expected, seen, rest } of open) {
          const entries = [...seen, ...shown(rest)];
          expect(new Map(entries)).toEqual(expected);
          expect(entries.length).toBe(expected.size);
          for (const name of names) expect(snapshot.get(name)).toBe(expected.get(name));
        }
        expect(map.size).toBe(model.size);
        for (const name of [...names, 'absent']) expect(map.get(name)).toBe(model.get(name));
      }),
      { numRuns: 1000 },
    );
  });

  it('shows entries in the order in which their keys were first set', () => {
    fc.assert(
      fc.property(stepsWithoutDelete, (script) => {
        const { map, model, open } = play(script);
        for (const { expected, seen, rest } of open) expect([...seen, ...shown(rest)]).toEqual([...expected]);
        expect(shown(map.snapshot())).toEqual([...model]);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps no superseded version once every snapshot is released', async () => {
    const collect = garbageCollector();
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const { map, references } = playAndRelease(script);
        // What a WeakRef was made of or asked for lives until the end of the job.
        await new Promise(setImmediate);
        collect();
        const current = new Set(shown(map.snapshot()).map(([, value]) => value));
        const kept = references.map((reference) => reference.deref()).filter((value) => value !== undefined);
        expect(kept.filter((value) => !current.has(value))).toEqual([]);
        expect(kept.length).toBe(current.size);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps only versions that an open snapshot sees, however often a record is written under a slow list', async () => {
    const collect = garbageCollector();
    const { map, slow, references } = overwriteUnderASlowSnapshot();
    await new Promise(setImmediate);
    collect();
    const kept = references.filter((reference) => reference.deref() !== undefined);
    // The version of the slow list, the newest version, and one that the last of the fast lists saw.
    expect(kept.length).toBeLessThanOrEqual(3);
    expect(shown(slow)).toEqual([['a', { number: 0 }]]);
    expect(map.get('a')).toEqual({ number: 2000 });
  });

  it('breaks off the oldest snapshots beyond its bound, and only as many as it must', () => {
    fc.assert(
      fc.property(steps, fc.nat(4), (script, maxSize) => {
        for (const { snapshot, expected, isBrokenOff } of playWithBound(script, maxSize)) {
          const look = () => [new Map(shown(snapshot)), ...names.map((name) => snapshot.get(name))];
          if (isBrokenOff && names.some((name) => expected.has(name))) expect(look).toThrow('broken off');
          else if (!isBrokenOff)
            expect(look()).toEqual([expected, ...names.map((name) => expected.get(name))]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('touches few keys in a release, however many were overwritten or deleted since', () => {
    const { map, snapshots } = rewriteUnderSnapshots(10_000, 20);
    const lookUps = vi.spyOn(Map.prototype, 'get');
    const deletions = vi.spyOn(Map.prototype, 'delete');
    // First those in the middle, then the newest, then the oldest: each has other neighbours to pass on to.
    const inOrder = [...snapshots.slice(5, 10), ...snapshots.slice(10).reverse(), ...snapshots.slice(0, 5)];
    for (const snapshot of inOrder) {
      lookUps.mockClear();
      deletions.mockClear();
      snapshot.release();
      expect(lookUps.mock.calls.length + deletions.mock.calls.length).toBeLessThan(250);
    }
    vi.restoreAllMocks();
    expect(shown(map.snapshot()).length).toBe(5000);
  });

  it.each(['read', 'written', 'listed'])(
    'drops all unseen versions while it is %s afterwards',
    async (how) => {
      const collect = garbageCollector();
      const { map, snapshots, references } = rewriteUnderSnapshots(10_000, 20);
      for (const snapshot of snapshots) snapshot.release();
      for (let number = 0; how === 'read' && number < 320; number++) map.get('absent');
      for (let number = 0; how === 'written' && number < 320; number++) map.set('other', { number });
      for (let lists = 0; how === 'listed' && lists < 4; lists++)
        expect(shown(map.snapshot()).length).toBe(5000);
      await new Promise(setImmediate);
      collect();
      const kept = references.filter((reference) => reference.deref() !== undefined);
      expect(kept.length).toBe(5000);
    },
  );

  it('forgets a deleted key, so that setting it again puts it last', () => {
    const map = new VersionedMap<number>();
    for (const name of ['a', 'b']) map.set(name, 1);
    const snapshot = map.snapshot();
    map.delete('a');
    snapshot.release();
    snapshot.release();
    map.set('a', 2);
    expect(shown(map.snapshot())).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });

  it('ends an iteration although a writer never stops', () => {
    const map = new VersionedMap<number>();
    map.set('a', 1);
    const seen: string[] = [];
    for (const entry of map.snapshot()) {
      const name = entry?.[0] ?? 'passed over';
      seen.push(name);
      for (let number = 0; number < 10; number++) map.set(`${name}${number}`, 1);
    }
    expect(seen).toEqual(['a']);
  });

  it('shows what it holds without a snapshot, once it is not written to any more', () => {
    const map = new VersionedMap<number>();
    for (const name of ['a', 'b', 'c']) map.set(name, 1);
    const older = map.snapshot();
    map.delete('a');
    map.set('b', 2);
    expect([...map]).toEqual([undefined, ['b', 2], ['c', 1]]);
    older.release();
    expect([...map]).toEqual([
      ['b', 2],
      ['c', 1],
    ]);
  });

  it('reports each entry that a snapshot skips', () => {
    const map = new VersionedMap<number>();
    for (const name of ['a', 'b']) map.set(name, 1);
    const older = map.snapshot();
    map.delete('a');
    const newer = map.snapshot();
    map.set('c', 1);
    expect([...newer]).toEqual([undefined, ['b', 1], undefined]);
    expect([...older]).toEqual([['a', 1], ['b', 1], undefined]);
  });
});

interface OpenSnapshot {
  readonly snapshot: Snapshot<Value> & Lookup<Value>;
  readonly expected: Map<string, Value>;
  readonly seen: Entry<Value>[];
  readonly rest: Iterator<Entry<Value> | undefined> & Iterable<Entry<Value> | undefined>;
}

/** The entries that are not skipped. */
function shown<V>(entries: Iterable<Entry<V> | undefined>): Entry<V>[] {
  return Array.from(entries).filter((entry) => entry !== undefined);
}

/** Plays the steps on the map and on a model that copies everything at each snapshot. */
function play(script: readonly Step[]) {
  const map = new VersionedMap<Value>();
  const model = new Map<string, Value>();
  const values: Value[] = [];
  const open: OpenSnapshot[] = [];
  for (const step of script) {
    if (step.kind === 'set') {
      const value = { number: values.length };
      values.push(value);
      map.set(step.key, value);
      model.set(step.key, value);
    } else if (step.kind === 'delete') {
      map.delete(step.key);
      model.delete(step.key);
    } else if (step.kind === 'snapshot') {
      const snapshot = map.snapshot();
      const rest = snapshot[Symbol.iterator]() as OpenSnapshot['rest'];
      open.push({ snapshot, expected: new Map(model), seen: [], rest });
    } else {
      readOrRelease(open, step.kind, step.which);
    }
  }
  return { map, model, values, open };
}

/** Plays the steps on a map with a bound, and on a model that counts anew at each step what snapshots see. */
function playWithBound(script: readonly Step[], maxSize: number) {
  const map = new VersionedMap<Value>({ maxSize, sizeOf: (value) => (value ? 1 : 0) });
  const model = new Map<string, Value>();
  const open: { snapshot: OpenSnapshot['snapshot']; expected: Map<string, Value>; isBrokenOff: boolean }[] =
    [];
  const size = () => {
    const seen = open.filter(({ isBrokenOff }) => !isBrokenOff).flatMap(({ expected }) => [...expected]);
    return new Set(seen.flatMap(([name, value]) => (model.get(name) === value ? [] : [value]))).size;
  };
  for (const [number, step] of script.entries()) {
    if (step.kind === 'set') {
      map.set(step.key, { number });
      model.set(step.key, map.get(step.key) as Value);
    } else if (step.kind === 'delete') {
      map.delete(step.key);
      model.delete(step.key);
    } else if (step.kind === 'snapshot') {
      open.push({ snapshot: map.snapshot(), expected: new Map(model), isBrokenOff: false });
    } else {
      const [released] = open.splice(step.which % Math.max(open.length, 1), 1);
      released?.snapshot.release();
    }
    for (const one of open) if (size() > maxSize) one.isBrokenOff = true;
  }
  return open;
}

function readOrRelease(open: OpenSnapshot[], kind: 'read' | 'finish' | 'release', which: number): void {
  const index = which % Math.max(open.length, 1);
  const target = open[index];
  if (target === undefined) return;
  if (kind === 'release') {
    open.splice(index, 1);
    target.snapshot.release();
    return;
  }
  for (let step = target.rest.next(); !step.done; step = target.rest.next()) {
    if (step.value === undefined) continue;
    target.seen.push(step.value);
    if (kind === 'read') return;
  }
}

/** In a function of its own, so that no variable of the caller keeps a value alive. */
function playAndRelease(script: readonly Step[]) {
  const { map, values, open } = play(script);
  for (const { snapshot } of open) snapshot.release();
  return { map, references: values.map((value) => new WeakRef(value)) };
}

/** A thousand writes beside one slow list, then a thousand more with a fast list around each. */
function overwriteUnderASlowSnapshot() {
  const map = new VersionedMap<Value>();
  const references: WeakRef<Value>[] = [];
  const write = (number: number) => {
    const value = { number };
    references.push(new WeakRef(value));
    map.set('a', value);
  };
  write(0);
  const slow = map.snapshot();
  for (let number = 1; number <= 1000; number++) write(number);
  for (let number = 1001; number <= 2000; number++) {
    const fast = map.snapshot();
    write(number);
    fast.release();
  }
  return { map, slow, references };
}

/** Sets a number of keys, overwrites half of them and deletes the others, a share of them under each snapshot. */
function rewriteUnderSnapshots(keys: number, count: number) {
  const map = new VersionedMap<Value>();
  const references: WeakRef<Value>[] = [];
  const write = (number: number) => {
    const value = { number };
    references.push(new WeakRef(value));
    map.set(`key ${number}`, value);
  };
  for (let number = 0; number < keys; number++) write(number);
  const snapshots = Array.from({ length: count }, (_, share) => {
    const snapshot = map.snapshot();
    for (let number = share; number < keys; number += count) {
      if (number % 2 === 0) write(number);
      else map.delete(`key ${number}`);
    }
    return snapshot;
  });
  return { map, snapshots, references };
}

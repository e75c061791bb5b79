import { createMemoryStore, type LocationRecord, type LocationStore } from '@location-records/core';
import {
  contentOf,
  makeRecord,
  makeRecords,
  oddIds,
  storeOver,
  unavailable,
} from '@location-records/workspace/tests';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingParts } from '../../../src/bulk/differing-parts.ts';
import { compareWithTarget } from '../../../src/commands/copy/compare-stores.ts';
import { type CopyTools, copyRecords, readSource } from '../../../src/commands/copy/copy-records.ts';

const other = { coordinates: { latitude: 0, longitude: 0 } };
const tools: CopyTools = {
  signal: new AbortController().signal,
  writesAtOnce: 16,
  retry: (act) => act(),
  onProgress: () => {},
};

interface CopyOptions extends Partial<CopyTools> {
  readonly overwrite?: boolean;
}

/** Copies, and compares what was copied with the target. */
async function copy(
  source: LocationStore,
  target: LocationStore,
  { overwrite = false, ...own }: CopyOptions = {},
) {
  const copied = { created: 0, replaced: 0, present: 0 };
  const given = { ...tools, ...own };
  const read = await copyRecords(source, target, overwrite, copied, given);
  return { copied, verification: await compareWithTarget(source, target, read, overwrite, given) };
}

async function compare(source: LocationStore, target: LocationStore) {
  return compareWithTarget(source, target, await readSource(source, tools), false, tools);
}

/** A store that makes a call before each list. */
function onList(store: LocationStore, act: () => Promise<unknown>): LocationStore {
  return storeOver(store, {
    async *list() {
      await act();
      yield* store.list();
    },
  });
}

const id = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd', ...oddIds),
  fc.string({ minLength: 1, unit: 'grapheme' }),
);
const number = fc.constantFrom(0, 1, -1.5, Number.MIN_VALUE, Number.MAX_VALUE);
const location = fc.record({
  description: fc.constantFrom(undefined, '', 'a', '\0', '\ufeff'),
  coordinates: fc.record({ latitude: number, longitude: number }),
});
const records: fc.Arbitrary<LocationRecord[]> = fc.uniqueArray(fc.tuple(id, location), {
  maxLength: 12,
  selector: ([key]) => key,
});

test('a copy writes and reports what both contents require, or is refused', async () => {
  /** What the target holds of the source already, and what else. */
  const target = fc.record({ part: fc.nat(), others: fc.oneof(fc.constant([]), records) });
  const cases = fc.asyncProperty(records, target, fc.boolean(), async (held, { part, others }, overwrite) => {
    const wanted = new Map(held);
    const before = new Map([...held.slice(0, part % (held.length + 1)), ...others]);
    const [from, to] = [createMemoryStore(held), createMemoryStore(before)];
    const isForeign = ([key, there]: LocationRecord) => {
      const here = wanted.get(key);
      return !here || differingParts(here, there).length > 0;
    };
    const isRefused = !overwrite && [...before].some(isForeign);
    const result = await copy(from, to, { overwrite }).catch((error: unknown) => error);
    const after = isRefused ? before : new Map([...before, ...wanted]);
    expect(await contentOf(to)).toEqual(await contentOf(createMemoryStore(after)));
    expect(await contentOf(from)).toEqual(await contentOf(createMemoryStore(held)));
    if (isRefused) {
      expect(result).toMatchObject({ code: 'COPY_REFUSED' });
      return;
    }
    const found = held.filter(([key]) => before.has(key));
    const replaced = found.filter(([key, here]) => isForeign([key, before.get(key) ?? here])).length;
    expect(result).toMatchObject({
      copied: { created: held.length - found.length, replaced, present: found.length - replaced },
      verification: { agrees: true, expected: held.length, found: after.size },
    });
    expect((await compare(from, to)).agrees).toBe(after.size === held.length);
  });
  await fc.assert(cases, { numRuns: 150 });
});

test('a comparison counts all differences, and names five of each kind', async () => {
  const source = createMemoryStore(makeRecords(100));
  const target = createMemoryStore([[makeRecord(1)[0], other], makeRecord(100)]);
  const { examples, ...counts } = await compare(source, target);
  expect(counts).toMatchObject({ agrees: false, differing: 1, onlyInSource: 99, onlyInTarget: 1 });
  expect(examples).toHaveLength(7);
  expect(examples[0]).toEqual({
    id: makeRecord(1)[0],
    kind: 'differs',
    parts: [
      { part: 'latitude', source: 1 / 7, target: 0 },
      { part: 'longitude', source: 2, target: 0 },
      { part: 'description', source: 'description 1', target: null },
    ],
  });
});

describe('a source that is written to during the copy', () => {
  test.each([
    ['gets a new record', (source: LocationStore) => source.put('new', other)],
    ['gets another content', (source: LocationStore) => source.put(makeRecord(3)[0], other)],
    ['loses a record', (source: LocationStore) => source.delete(makeRecord(3)[0])],
  ])('makes no difference when it %s', async (_, write) => {
    for (const held of [[], makeRecords(2)]) {
      const source = createMemoryStore(makeRecords(600));
      const target = createMemoryStore(held);
      const writing = {
        ...tools,
        onProgress: ({ records }: { records: number }) => void (records === 512 && write(source)),
      };
      expect((await copy(source, target, writing)).verification).toMatchObject({ agrees: true });
    }
  });

  test('gives the target every record that exists all the time', async () => {
    const source = createMemoryStore(makeRecords(1000));
    let writes = 0;
    const onProgress = async () => {
      const id = makeRecord(writes++)[0];
      await source.delete(id);
      await source.put(id, other);
      await source.put(`new ${writes}`, other);
    };
    const target = createMemoryStore();
    await copy(source, target, { onProgress });
    const stayed = makeRecords(1000).slice(writes);
    const content = await contentOf(target);
    for (const [id, location] of stayed) expect(content.get(id)).toEqual(location);
  });

  test('is compared once more if it has changed since it was read', async () => {
    const [id] = makeRecord(3);
    const stores = [createMemoryStore(makeRecords(10)), createMemoryStore(makeRecords(10))] as const;
    const both = () =>
      Promise.all(stores.flatMap((store) => [store.put(id, other), store.put('new', other)]));
    expect(await compare(stores[0], onList(stores[1], both))).toMatchObject({ agrees: true });
  });
});

describe('a faulty target is found out', () => {
  const [a, b] = [makeRecord(1), makeRecord(2)];

  test.each<[string, (target: LocationStore) => LocationStore['put'], object]>([
    [
      'loses the last batch',
      (to) => async (id, at) => (id >= makeRecord(512)[0] ? undefined : to.put(id, at)),
      { onlyInSource: 89 },
    ],
    [
      'forgets descriptions',
      (to) =>
        (id, { coordinates }) =>
          to.put(id, { coordinates }),
      { differing: 600 },
    ],
    [
      'swaps two records',
      (to) => (id, at) => to.put(id, id === a[0] ? b[1] : id === b[0] ? a[1] : at),
      { differing: 2 },
    ],
    [
      'writes one record twice',
      (to) => async (id, at) => {
        await to.put(id, at);
        if (id === a[0]) await to.put('twice', at);
      },
      { onlyInTarget: 1 },
    ],
    [
      'ends identifiers at NUL',
      (to) => (id, at) => to.put(id.split('\0')[0] ?? '', at),
      { onlyInSource: 1, onlyInTarget: 1 },
    ],
  ])('when it %s', async (_, make, differences) => {
    const target = createMemoryStore();
    const source = createMemoryStore([...makeRecords(600), ['nul\0', other]]);
    const { verification } = await copy(source, storeOver(target, { put: make(target) }));
    const none = { agrees: false, differing: 0, onlyInSource: 0, onlyInTarget: 0 };
    expect(verification).toMatchObject({ ...none, ...differences });
    expect(verification.examples.length).toBeGreaterThan(0);
  });

  test('when it loses a record, even if it may hold others', async () => {
    const target = createMemoryStore([makeRecord(98), makeRecord(99)]);
    const put: LocationStore['put'] = async (id, at) => (id === a[0] ? undefined : target.put(id, at));
    const source = createMemoryStore(makeRecords(10));
    const { verification } = await copy(source, storeOver(target, { put }), { overwrite: true });
    expect(verification).toMatchObject({ agrees: false, onlyInSource: 1, onlyInTarget: 0 });
  });
});

test('a list that fails in the middle ends the copy, and the next copy continues', async () => {
  const records = makeRecords(600);
  const target = createMemoryStore();
  const source = storeOver(createMemoryStore(records), {
    async *list() {
      yield records.slice(0, 200);
      throw unavailable();
    },
  });
  await expect(copy(source, target)).rejects.toThrow('The disk is gone.');
  const { copied, verification } = await copy(createMemoryStore(records), target);
  expect(copied).toEqual({ created: 400, replaced: 0, present: 200 });
  expect(verification.agrees).toBe(true);
});

test('a signal ends a copy between two batches, and ends the lists', async () => {
  const stop = new AbortController();
  let open = 0;
  const listed = (store: LocationStore) =>
    storeOver(store, {
      async *list() {
        open++;
        try {
          yield* store.list();
        } finally {
          open--;
        }
      },
    });
  const target = createMemoryStore();
  const onProgress = ({ records }: { records: number }) => {
    if (records > 0) stop.abort();
  };
  const copying = copy(listed(createMemoryStore(makeRecords(600))), listed(target), {
    signal: stop.signal,
    onProgress,
  });
  await expect(copying).rejects.toThrow('aborted');
  expect(open).toBe(0);
  expect(target.size).toBe(256);
});

test('the progress of each phase goes from 0 to the number of its records', async () => {
  const told: string[] = [];
  const onProgress: CopyTools['onProgress'] = ({ done, records, share = '?' }) =>
    told.push(`${records} ${done}, ${share}`);
  await copy(createMemoryStore(makeRecords(3)), createMemoryStore(makeRecords(2)), { onProgress });
  expect(told).toEqual([
    '0 of the source read, ?',
    '3 of the source read, ?',
    '0 of the target read, ?',
    '2 of the target read, ?',
    '0 copied, 0',
    '3 copied, 1',
    '0 verified, 0',
    '3 verified, 1',
  ]);
});

import { createMemoryStore, type LocationStore } from '@location-records/core';
import {
  contentOf,
  makeRecord,
  makeRecords,
  oddIds,
  orderedStore,
  storeOver,
} from '@location-records/dev-kit';
import { CopyError, type CopyProgress, compareStores, copyStore } from '@location-records/stores/copy';
import { describe, expect, test } from 'vitest';
import { defaultMaxWrites } from '../../src/shared/bounded-work.ts';

const [first, second, third] = [makeRecord(1), makeRecord(2), makeRecord(3)];
const other = { coordinates: { latitude: 0, longitude: 0 } };

/** The same records in a store whose lists are read side by side with others, and in one that is asked for each. */
const kinds = [
  ['in order', orderedStore],
  ['in no order', createMemoryStore],
] as const;

/** Counts the writes to a store. */
function counted(store: LocationStore) {
  const written: string[] = [];
  const put: LocationStore['put'] = (id, location) => {
    written.push(id);
    return store.put(id, location);
  };
  return { store: storeOver(store, { put }), written };
}

describe.each(kinds)('stores %s', (_, make) => {
  test('an empty target gets every record, odd ones too', async () => {
    const odd = oddIds.map((id, index) => [id, makeRecord(index)[1]] as const);
    const source = make([...makeRecords(1000), ...odd, ['plain', other]]);
    const target = make();
    const { copied, verification } = await copyStore(source, target);
    expect(copied).toMatchObject({ created: 1001 + odd.length, replaced: 0, present: 0 });
    expect(verification).toMatchObject({ agrees: true, target: { records: 1001 + odd.length } });
    expect(verification).not.toHaveProperty('differences');
    expect(await contentOf(target)).toEqual(await contentOf(source));
  });

  test('nothing is a copy of nothing', async () => {
    const { copied, verification } = await copyStore(make(), make());
    expect(copied).toMatchObject({ created: 0, replaced: 0, present: 0 });
    expect(verification).toMatchObject({ agrees: true, source: { records: 0, contentHash: '0'.repeat(64) } });
  });

  test('what is there already is not written again', async () => {
    const source = make(makeRecords(20));
    const { store, written } = counted(make(makeRecords(20).filter((_, number) => number % 3 > 0)));
    const { copied, verification } = await copyStore(source, store);
    expect(copied).toMatchObject({ created: 7, replaced: 0, present: 13 });
    expect(written.sort()).toEqual([0, 3, 6, 9, 12, 15, 18].map((number) => makeRecord(number)[0]));
    expect(verification?.agrees).toBe(true);
  });

  test.each([
    [
      'another content',
      [first, [second[0], other]] as const,
      second[0],
      `latitude: ${2 / 7} in the source, 0 in the target; longitude: 4 in the source, 0 in the target; ` +
        'description: "description 2" in the source, none in the target',
    ],
    ['no such record', [first, third] as const, third[0], 'not in the source'],
  ])('a target is refused, and left as it is, when the source has %s', async (_, held, named, how) => {
    const { store, written } = counted(make(held));
    const error: unknown = await copyStore(make([first, second]), store).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CopyError);
    expect(error).toMatchObject({
      code: 'COPY_REFUSED',
      message: expect.stringContaining(`: "${named}" (${how}).`),
    });
    expect(written).toEqual([]);
  });

  test('with overwrite the records of the source win, and others stay', async () => {
    const target = make([first, [second[0], other], third]);
    const source = make([first, second, makeRecord(4)]);
    const { copied, verification } = await copyStore(source, target, { overwrite: true });
    expect(copied).toMatchObject({ created: 1, replaced: 1, present: 1 });
    expect(verification).toMatchObject({ agrees: true, source: { records: 3 }, target: { records: 4 } });
    expect(verification).not.toHaveProperty('differences');
    expect(await contentOf(target)).toEqual(new Map([first, second, third, makeRecord(4)]));
  });

  test('a comparison writes nothing, and names what differs', async () => {
    const { store, written } = counted(make([first, [second[0], other], third]));
    expect(await compareStores(make([first, second, makeRecord(4)]), store)).toMatchObject({
      agrees: false,
      differences: {
        differing: 1,
        onlyInSource: 1,
        onlyInTarget: 1,
        examples: [
          {
            id: second[0],
            kind: 'differs',
            parts: [
              { part: 'latitude', source: 2 / 7, target: 0 },
              { part: 'longitude', source: 4, target: 0 },
              { part: 'description', source: 'description 2', target: null },
            ],
          },
          { id: makeRecord(4)[0], kind: 'only-in-source' },
          { id: third[0], kind: 'only-in-target' },
        ],
      },
    });
    expect(written).toEqual([]);
  });

  test('a comparison counts all, and names a few', async () => {
    const { differences } = await compareStores(make(makeRecords(100)), make());
    expect(differences).toMatchObject({ differing: 0, onlyInSource: 100, onlyInTarget: 0 });
    expect(differences?.examples).toHaveLength(5);
  });
});

test('a description that is absent is not an empty one', async () => {
  const source = createMemoryStore([['a', other]]);
  const target = createMemoryStore([['a', { ...other, description: '' }]]);
  const compared = await compareStores(source, target);
  expect(compared.differences?.examples).toEqual([
    { id: 'a', kind: 'differs', parts: [{ part: 'description', source: null, target: '' }] },
  ]);
  await copyStore(source, target, { overwrite: true });
  expect(target.peek('a')).toEqual(other);
});

test.each([
  ['a copy to an empty store', [], { count: true }],
  ['a copy to a store with some of the records', [first], { count: true }],
  ['a copy over another store', [first, [second[0], other], third], { count: true, overwrite: true }],
  ['a comparison of stores that differ', [first, [second[0], other], third], undefined],
] as const)('%s counts no record twice in a phase', async (_, held, options) => {
  const phases: CopyProgress[] = [];
  const onProgress = (progress: CopyProgress) => {
    if (phases.at(-1)?.phase === progress.phase) phases.pop();
    else expect(progress.records).toBe(0);
    phases.push(progress);
  };
  const source = createMemoryStore([first, second, makeRecord(4)]);
  const target = createMemoryStore(held);
  await (options
    ? copyStore(source, target, { ...options, onProgress })
    : compareStores(source, target, { onProgress }));
  const most = Math.max(source.size, target.size);
  for (const { records, total = records } of phases) {
    expect(records).toBe(total);
    expect(records).toBeLessThanOrEqual(most);
  }
  expect(phases.length).toBeGreaterThan(2);
});

test('without verification nothing is read again', async () => {
  let lists = 0;
  const source = createMemoryStore(makeRecords(3));
  const list = () => {
    lists++;
    return source.list();
  };
  const result = await copyStore(storeOver(source, { list }), createMemoryStore(), { verify: false });
  expect(result).not.toHaveProperty('verification');
  expect(lists).toBe(1);
});

test.each([
  ['usually', defaultMaxWrites, {}],
  ['to a target that is better with few', 40, { maxWrites: 40 }],
])('%s, %d writes are under way at most, and nothing is read ahead of them', async (_, limit, options) => {
  const waiting: (() => void)[] = [];
  let [read, ended, most, ahead] = [0, 0, 0, 0];
  const length = 10_000;
  const source = storeOver(createMemoryStore(), {
    async *list() {
      for (let start = 0; start < length; start += 100) {
        read += 100;
        ahead = Math.max(ahead, read - ended);
        yield Array.from({ length: 100 }, (_, index) => makeRecord(start + index));
      }
    },
  });
  const target = storeOver(createMemoryStore(), {
    put: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
        // One at a time, and only when all that may be under way are.
        const isLast = read === length;
        if (waiting.length === limit || isLast) setImmediate(endOne);
      }),
  });
  function endOne() {
    ended++;
    waiting.shift()?.();
    if (read === length && waiting.length > 0) setImmediate(endOne);
  }
  const { copied } = await copyStore(source, target, { verify: false, ...options });
  expect(copied?.created).toBe(length);
  expect(most).toBe(limit);
  expect(ahead).toBeLessThanOrEqual(limit + 200);
});

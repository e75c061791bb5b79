import { createMemoryStore, type LocationRecord, type LocationStore } from '@location-records/core';
import { contentOf, makeRecord, makeRecords, storeOver } from '@location-records/dev-kit';
import {
  ImportError,
  type ImportProgress,
  importRecords,
  type OnConflict,
  RecordRefusedError,
} from '@location-records/stores/import';
import { describe, expect, test } from 'vitest';

const other = { coordinates: { latitude: 0, longitude: 0 } };

/** Entries with their lines, in batches. */
function* entries(records: readonly LocationRecord[], length = 100) {
  for (let start = 0; start < records.length; start += length) {
    yield records.slice(start, start + length).map((record, index) => ({ record, line: start + index + 1 }));
  }
}

/** A store that refuses some identifiers, when they are written or already when they are read. */
function refusing(store: LocationStore, ids: readonly string[], when: 'get' | 'put'): LocationStore {
  const check = (id: string) => {
    if (ids.includes(id)) throw new RecordRefusedError(`Location identifier is not valid: ${id}`);
  };
  return storeOver(store, {
    async get(id) {
      if (when === 'get') check(id);
      return store.get(id);
    },
    async put(id, location) {
      check(id);
      return store.put(id, location);
    },
  });
}

test.each([
  ['to an empty target', []],
  ['to a target with other records', [makeRecord(2), makeRecord(9999)]],
])('records go %s from any iterable', async (_, held) => {
  const records = makeRecords(1000);
  async function* later() {
    for (const batch of entries(records)) yield batch;
  }
  for (const source of [entries(records), [...entries(records, 7)], later(), () => entries(records)]) {
    const target = createMemoryStore(held);
    const result = await importRecords(source, target);
    expect(result).toMatchObject({ read: 1000, created: held.length > 0 ? 999 : 1000, refused: 0 });
    expect(await contentOf(target)).toEqual(new Map([...held, ...records]));
  }
});

test.each([
  [
    'throws',
    () => {
      throw new Error('The hook is wrong.');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The hook is wrong.'))],
])('a hook that %s does not end the import', async (_, hook) => {
  const [first, second] = makeRecords(2) as [LocationRecord, LocationRecord];
  const target = refusing(createMemoryStore([[first[0], other]]), [second[0]], 'put');
  const batches = [[first, first, second].map((record) => ({ record }))];
  const hooks = { onConflictFound: hook, onDuplicate: hook, onRefused: hook, onProgress: hook };
  const result = await importRecords(batches, target, { onConflict: 'skip', ...hooks });
  expect(result).toMatchObject({ read: 3, skipped: 2, refused: 1, duplicates: 1 });
});

describe('a record that the target refuses', () => {
  const held: LocationRecord[] = [[makeRecord(9)[0], other]];

  test.each([
    ['get', []],
    ['get', held],
    ['put', []],
    ['put', held],
  ] as const)('is counted and told, and the others go on: %s, %j', async (when, before) => {
    const [refused] = makeRecord(3);
    const target = createMemoryStore(before);
    const told: unknown[] = [];
    const twice = [...makeRecords(10), [refused, other] as const];
    const result = await importRecords(entries(twice), refusing(target, [refused], when), {
      onRefused: ({ line }, { message }) => told.push([line, message]),
    });
    expect(result).toMatchObject({ read: 11, refused: 2, duplicates: 1, created: 9 - before.length });
    const message = `Location identifier is not valid: ${refused}`;
    expect(told).toEqual([
      [4, message],
      [11, message],
    ]);
    expect(target.size).toBe(9);
  });

  test('leaves what was there, for a later one to be compared with', async () => {
    const [id] = makeRecord(3);
    const target = createMemoryStore([[id, other]]);
    const source = [{ record: makeRecord(3) }, { record: [id, other] as const }];
    const result = await importRecords([source], refusing(target, [id], 'put'));
    expect(result).toMatchObject({ refused: 1, unchanged: 1 });
    expect(target.peek(id)).toEqual(other);
  });

  test('is told by a dry run where the target does not read it', async () => {
    const [id] = makeRecord(3);
    const source = () => entries([...makeRecords(10), makeRecord(3)], 1);
    const target = refusing(createMemoryStore(held), [id], 'get');
    const counts = await importRecords(source, target, { dryRun: true });
    expect(counts).toMatchObject({ read: 11, refused: 2, duplicates: 1, created: 8, replaced: 1 });
    const real = await importRecords(source, target);
    expect({ ...counts, durationMs: 0 }).toEqual({ ...real, durationMs: 0 });
  });

  test.each([
    ['an empty identifier', ['', other]],
    ['half of a character', ['\ud800', other]],
    ['a number that is not finite', ['id-000001', { coordinates: { latitude: 1, longitude: Number.NaN } }]],
    ['no Location', ['id-000001', null]],
  ])('may be one that no store keeps: %s', async (_, record) => {
    const wrong = [{ record: record as unknown as LocationRecord }];
    for (const dryRun of [true, false]) {
      const codes: unknown[] = [];
      const target = createMemoryStore();
      const result = await importRecords([wrong, [{ record: makeRecord(1) }]], target, {
        dryRun,
        onRefused: (_entry, error) => codes.push((error as { code?: unknown }).code),
      });
      expect(result).toMatchObject({ read: 2, refused: 1, created: 1, duplicates: 0 });
      expect(codes).toEqual(['INVALID_ARGUMENT']);
    }
  });
});

describe('conflicts', () => {
  const [a, b, c, d] = [makeRecord(1), makeRecord(2), makeRecord(3), makeRecord(4)];
  const source = () => entries([a, b, c, d, [a[0], other]], 2);

  test('are told with what the target holds', async () => {
    const told: unknown[] = [];
    const target = createMemoryStore([[b[0], other], c]);
    const onConflictFound = ({ line }: { line: number }, existing: unknown) => told.push([line, existing]);
    const result = await importRecords(source(), target, { onConflict: 'skip', onConflictFound });
    expect(result).toMatchObject({ created: 2, unchanged: 1, skipped: 2 });
    expect(told).toEqual([
      [2, other],
      [5, a[1]],
    ]);
  });

  test('that may not be leave the target as it is, and are named', async () => {
    const target = createMemoryStore([[b[0], other], c]);
    const error = await importRecords(source, target, { onConflict: 'fail' }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ImportError);
    expect(error).toMatchObject({
      code: 'IMPORT_CONFLICT',
      message:
        `The target holds other records than the source: "${b[0]}" (latitude: ${2 / 7} in the source, 0 in the ` +
        'target; longitude: 4 in the source, 0 in the target; description: "description 2" in the source, none in ' +
        `the target), "${a[0]}" (the source has it before, with another content). Nothing is written. Set the option ` +
        '"onConflict" to "replace" or "skip".',
      imported: { read: 5, skipped: 2, unchanged: 1, created: 0 },
    });
    expect(await contentOf(target)).toEqual(new Map([[b[0], other], c]));
  });

  test('that come up after the check end the import', async () => {
    const target = createMemoryStore();
    let opened = 0;
    const changed = () => {
      if (++opened === 2) void target.put(c[0], other);
      return entries([a, b, c, d], 1);
    };
    const held = storeOver(target, { list: () => createMemoryStore([d]).list() });
    const error = await importRecords(changed, held, { onConflict: 'fail' }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'IMPORT_CONFLICT', imported: { created: 2, skipped: 1 } });
    expect((error as Error).message).toContain('Importing again continues; 2 records are written.');
    expect(target.peek(c[0])).toEqual(other);
  });

  test('that may not be need a source that opens twice', async () => {
    const wrong = importRecords(source(), createMemoryStore(), { onConflict: 'fail' });
    await expect(wrong).rejects.toThrow('Invalid "batches": expected a function that opens the batches');
  });
});

test.each([
  ['replace', false, ['importing']],
  ['replace', true, ['checking']],
  ['fail', false, ['checking', 'importing']],
] as const)(
  'progress goes from 0 to the number of records: %s, dry run %s',
  async (onConflict: OnConflict, dryRun, phases) => {
    const told: ImportProgress[] = [];
    const source = () => entries(makeRecords(1000), 600);
    const options = { onConflict, dryRun, onProgress: (progress: ImportProgress) => told.push(progress) };
    await importRecords(source, createMemoryStore(), options);
    const numbers = [0, 256, 512, 600, 856, 1000];
    expect(told).toMatchObject(phases.flatMap((phase) => numbers.map((records) => ({ phase, records }))));
  },
);

test.each([[512], [40]])(
  '%d writes are under way at most, and nothing is read ahead of them',
  async (maxWrites) => {
    const length = 6000;
    const waiting: (() => void)[] = [];
    let [read, ended, most, ahead] = [0, 0, 0, 0];
    function* source() {
      for (const batch of entries(makeRecords(length))) {
        read += batch.length;
        ahead = Math.max(ahead, read - ended);
        yield batch;
      }
    }
    const endOne = () => {
      ended++;
      waiting.shift()?.();
      if (read === length && waiting.length > 0) setImmediate(endOne);
    };
    const target = storeOver(createMemoryStore(), {
      put: () =>
        new Promise<void>((resolve) => {
          waiting.push(resolve);
          most = Math.max(most, waiting.length);
          if (waiting.length === maxWrites || read === length) setImmediate(endOne);
        }),
    });
    const result = await importRecords(source(), target, { maxWrites });
    expect(result.created).toBe(length);
    expect(most).toBe(maxWrites);
    expect(ahead).toBeLessThanOrEqual(maxWrites + 200);
  },
);

test('a target that is empty is not asked, but for duplicates', async () => {
  const asked: string[] = [];
  const memory = createMemoryStore();
  const get = (id: string) => {
    asked.push(id);
    return memory.get(id);
  };
  const source = entries([...makeRecords(1000), makeRecord(0)]);
  const result = await importRecords(source, storeOver(memory, { get }));
  expect(result).toMatchObject({ created: 1000, unchanged: 1, duplicates: 1 });
  expect(asked.filter((id) => id !== makeRecord(0)[0])).toEqual([]);
});

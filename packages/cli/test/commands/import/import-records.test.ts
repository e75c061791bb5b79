import {
  createMemoryStore,
  type Location,
  type LocationRecord,
  type LocationStore,
} from '@location-records/core';
import type { ParsedRecord } from '@location-records/formats';
import { contentOf, makeRecord, makeRecords, oddIds, storeOver } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingParts } from '../../../src/bulk/differing-parts.ts';
import {
  type ImportOptions,
  importRecords,
  newCounts,
  type OnConflict,
} from '../../../src/commands/import/import-records.ts';
import { RecordRefusedError } from '../../../src/errors.ts';
import type { ImportingStore } from '../../../src/service/bulk-service-store.ts';

const other = { coordinates: { latitude: 0, longitude: 0 } };

/** Records as a file has them, in batches. `index` is their place, from 0. */
async function* entries(
  records: readonly LocationRecord[],
  length = 100,
): AsyncGenerator<readonly ParsedRecord[], undefined> {
  const all = records.map((record, index) => ({ record, index, line: index + 1 }));
  for (let start = 0; start < all.length; start += length) {
    yield all.slice(start, start + length);
    yield [];
  }
}

/** Runs an import to its end. `told` has the places of the records that were reported, by kind. */
async function run(
  source: () => AsyncIterable<readonly ParsedRecord[]>,
  target: LocationStore,
  own: Partial<ImportOptions> = {},
) {
  const told = { duplicate: [] as number[], skipped: [] as number[], refused: [] as number[] };
  const counts = newCounts();
  const options: ImportOptions = {
    onConflict: 'replace',
    dryRun: false,
    mayRepeat: true,
    writesAtOnce: 256,
    signal: new AbortController().signal,
    retry: (act) => act(),
    onProgress: () => {},
    onDuplicate: ({ index }) => told.duplicate.push(index),
    onSkipped: ({ index }) => told.skipped.push(index),
    onRefused: ({ index }) => told.refused.push(index),
    ...own,
  };
  const error = await importRecords(source, target, counts, options).then(
    () => undefined,
    (reason: Error) => reason,
  );
  for (const indexes of Object.values(told)) indexes.sort((a, b) => a - b);
  return { counts, told, error };
}

/** An import as it is meant: record by record, in the order of the file. */
function model(
  before: ReadonlyMap<string, Location>,
  records: readonly LocationRecord[],
  onConflict: OnConflict,
) {
  const after = new Map(before);
  const seen = new Set<string>();
  const counts = newCounts();
  const told = { duplicate: [] as number[], skipped: [] as number[], refused: [] as number[] };
  for (const [index, [id, location]] of records.entries()) {
    counts.read++;
    if (seen.has(id)) {
      counts.duplicates++;
      told.duplicate.push(index);
    }
    seen.add(id);
    const held = after.get(id);
    if (held && differingParts(held, location).length === 0) counts.unchanged++;
    else if (held && onConflict !== 'replace') {
      counts.skipped++;
      told.skipped.push(index);
    } else {
      counts[held ? 'replaced' : 'created']++;
      after.set(id, location);
    }
  }
  return { counts, told, after };
}

const id = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 1, arbitrary: fc.constantFrom(...oddIds.slice(0, -1)) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, unit: 'grapheme' }) },
);
const location = fc.record({
  description: fc.constantFrom(undefined, '', 'a'),
  coordinates: fc.record({
    latitude: fc.constantFrom(0, 1, -1.5, Number.MIN_VALUE),
    longitude: fc.constantFrom(0, 1),
  }),
});
const records: fc.Arbitrary<LocationRecord[]> = fc.array(fc.tuple(id, location), { maxLength: 30 });

/** A file, what the target holds before, and how the import goes. */
const trials = fc.record({
  records,
  held: fc.oneof(fc.constant([]), records),
  batchLength: fc.integer({ min: 1, max: 12 }),
  onConflict: fc.constantFrom<OnConflict>('replace', 'skip', 'fail'),
  writesAtOnce: fc.constantFrom(1, 2, 256),
  turns: fc.array(fc.nat(4), { minLength: 1, maxLength: 7 }),
  killedAfter: fc.nat(12),
});
type Trial = typeof trials extends fc.Arbitrary<infer Value> ? Value : never;

/** A store whose calls take some turns each, and that accepts so many writes. */
function slowStore(records: Iterable<LocationRecord>, turns: readonly number[], acceptedWrites = Infinity) {
  const store = createMemoryStore(records);
  const written: string[] = [];
  let calls = 0;
  const wait = async () => {
    const count = turns[calls++ % turns.length] as number;
    for (let turn = 0; turn < count; turn++) await undefined;
  };
  const own: Partial<LocationStore> = {
    get: async (id) => {
      await wait();
      return store.get(id);
    },
    put: async (id, location) => {
      await wait();
      if (written.length === acceptedWrites) throw new Error('killed');
      written.push(id);
      await store.put(id, location);
      await wait();
    },
  };
  return { store: storeOver(store, own), written };
}

const runTrial = (trial: Trial, target: LocationStore, own: Partial<ImportOptions> = {}) => {
  const { onConflict, writesAtOnce, batchLength } = trial;
  return run(() => entries(trial.records, batchLength), target, { onConflict, writesAtOnce, ...own });
};

test('every outcome, the content and the remarks are those of an import one by one', async () => {
  const cases = fc.asyncProperty(trials, async (trial) => {
    const before = new Map(trial.held);
    const expected = model(before, trial.records, trial.onConflict);
    const isRefused = trial.onConflict === 'fail' && expected.counts.skipped > 0;
    for (const dryRun of [true, false]) {
      const { store, written } = slowStore(before, trial.turns);
      const { counts, told, error } = await runTrial(trial, store, { dryRun });
      expect(told.skipped).toEqual(expected.told.skipped);
      if (isRefused) expect(error).toMatchObject({ code: 'IMPORT_CONFLICT' });
      else expect({ counts, told, error }).toEqual({ ...expected, after: undefined, error: undefined });
      if (dryRun || isRefused) expect(written).toEqual([]);
      const after = dryRun || isRefused ? before : expected.after;
      expect(await contentOf(store)).toEqual(await contentOf(createMemoryStore(after)));
    }
  });
  await fc.assert(cases, { numRuns: 150 });
});

test('every outcome is the same if the target compares the records itself', async () => {
  const cases = fc.asyncProperty(trials, async (trial) => {
    const expected = model(new Map(trial.held), trial.records, trial.onConflict);
    const isRefused = trial.onConflict === 'fail' && expected.counts.skipped > 0;
    const store = createMemoryStore(trial.held);
    const importRecord: ImportingStore['importRecord'] = async (id, location, action) => {
      const previous = await store.get(id);
      if (previous && differingParts(previous, location).length === 0) return { outcome: 'unchanged' };
      if (previous && action !== 'replace') return { outcome: 'skipped', previous };
      if (action !== 'compare') await store.put(id, location);
      return { outcome: previous ? 'replaced' : 'created' };
    };
    const get = () => Promise.reject(new Error('It compares the records itself.'));
    const target: ImportingStore = { ...storeOver(store, { get }), importRecord };
    for (const dryRun of [true, false]) {
      const { counts, told, error } = await runTrial(trial, target, { dryRun });
      if (isRefused) expect(error).toMatchObject({ code: 'IMPORT_CONFLICT' });
      else expect({ counts, told, error }).toEqual({ ...expected, after: undefined, error: undefined });
      const after = dryRun || isRefused ? trial.held : expected.after;
      expect(await contentOf(target)).toEqual(await contentOf(createMemoryStore(after)));
    }
  });
  await fc.assert(cases, { numRuns: 150 });
});

test('an import that is killed at any moment, and run again, ends like one that is not disturbed', async () => {
  const cases = fc.asyncProperty(trials, async (trial) => {
    const undisturbed = slowStore(trial.held, trial.turns);
    await runTrial(trial, undisturbed.store);
    const killed = slowStore(trial.held, trial.turns, trial.killedAfter);
    await runTrial(trial, killed.store);
    const second = slowStore(await contentOf(killed.store), trial.turns);
    const { error } = await runTrial(trial, second.store);
    expect(await contentOf(second.store)).toEqual(await contentOf(undisturbed.store));
    if (error) return;
    // Only an identifier that the file has several times may be written again.
    const isOnce = (id: string) => trial.records.filter(([other]) => other === id).length === 1;
    expect(second.written.filter((id) => killed.written.includes(id) && isOnce(id))).toEqual([]);
  });
  await fc.assert(cases, { numRuns: 150 });
});

test('an empty target is asked only for repeated identifiers', async () => {
  const asked: string[] = [];
  const memory = createMemoryStore();
  const get = (id: string) => {
    asked.push(id);
    return memory.get(id);
  };
  const { counts } = await run(
    () => entries([...makeRecords(1000), makeRecord(0)]),
    storeOver(memory, { get }),
  );
  expect(counts).toMatchObject({ created: 1000, unchanged: 1, duplicates: 1 });
  expect(asked).toEqual([makeRecord(0)[0]]);
});

describe('a record that the target refuses', () => {
  const [refused] = makeRecord(3);

  test.each(['get', 'put'] as const)('is counted and reported, and the others go on (%s)', async (method) => {
    for (const held of [[], [[makeRecord(9)[0], other] as const]]) {
      const memory = createMemoryStore(held);
      const target = storeOver(memory, {
        [method]: async (id: string, location: Location) => {
          if (id === refused) throw new RecordRefusedError('The identifier is too long.');
          return method === 'get' ? memory.get(id) : memory.put(id, location);
        },
      });
      const source = () => entries([...makeRecords(10), [refused, other]]);
      const { counts, told } = await run(source, target, { onConflict: 'skip' });
      const isAsked = method === 'put' || held.length > 0;
      expect(told.refused).toEqual(isAsked ? [3, 10] : [10]);
      expect(counts).toMatchObject({ read: 11, refused: isAsked ? 2 : 1, duplicates: 1 });
      expect(memory.size).toBe(isAsked ? 9 : 10);
    }
  });
});

describe('with fail', () => {
  const [a, b, c] = [makeRecord(1), makeRecord(2), makeRecord(3)];

  test('conflicts are named, even within the file, and nothing is written', async () => {
    const target = createMemoryStore([[b[0], other], c]);
    const { error, counts } = await run(() => entries([a, b, c, [a[0], other]], 2), target, {
      onConflict: 'fail',
    });
    expect(error?.message).toBe(
      `The target holds other records than the source: "${b[0]}" (latitude: ${2 / 7} in the source, 0 in the target; ` +
        'longitude: 4 in the source, 0 in the target; description: "description 2" in the source, none in the ' +
        `target), "${a[0]}" (the source has it before, with other content). Nothing is written. Use ` +
        '--on-conflict replace or skip.',
    );
    expect(counts.created).toBe(0);
    expect(await contentOf(target)).toEqual(new Map([[b[0], other], c]));
  });

  test('a conflict that appears after the check ends the import', async () => {
    const target = createMemoryStore();
    let opened = 0;
    const source = () => {
      if (++opened === 2) void target.put(c[0], other);
      return entries([a, b, c], 1);
    };
    const held = storeOver(target, { list: () => createMemoryStore([a]).list() });
    const { error, counts } = await run(source, held, { onConflict: 'fail' });
    expect(error).toMatchObject({ code: 'IMPORT_CONFLICT' });
    expect(error?.message).toContain('Importing again continues; 2 records are written.');
    expect(counts).toMatchObject({ created: 2, skipped: 1 });
    expect(target.peek(c[0])).toEqual(other);
  });
});

test('an error of the source ends the import when the records before it are written', async () => {
  const target = createMemoryStore();
  const broken = new Error('The file ends in the middle.');
  async function* source() {
    yield* entries(makeRecords(10));
    throw broken;
  }
  const { error, counts } = await run(source, target);
  expect([error, counts.created, target.size]).toEqual([broken, 10, 10]);
});

test('an error of the target ends the import, and releases the source', async () => {
  let isReleased = false;
  async function* source() {
    try {
      for (;;) yield* entries(makeRecords(10));
    } finally {
      isReleased = true;
    }
  }
  const broken = new Error('The disk is gone.');
  const target = storeOver(createMemoryStore(), { put: () => Promise.reject(broken) });
  expect((await run(source, target)).error).toBe(broken);
  expect(isReleased).toBe(true);
});

describe('a signal', () => {
  test('ends an import when the active writes have ended', async () => {
    const stop = new AbortController();
    const memory = createMemoryStore();
    let [begun, ended] = [0, 0];
    const slow = storeOver(memory, {
      async put(id, location) {
        if (++begun === 700) stop.abort();
        await new Promise((resolve) => setImmediate(resolve));
        await memory.put(id, location);
        ended++;
      },
    });
    const { error, counts } = await run(() => entries(makeRecords(5000), 5000), slow, {
      signal: stop.signal,
    });
    expect(error).toBe(stop.signal.reason);
    expect([ended, counts.created]).toEqual([begun, begun]);
    expect(begun).toBe(768);
  });
});

test.each([
  ['replace', false, ['imported']],
  ['replace', true, ['checked']],
  ['fail', false, ['checked', 'imported']],
] as const)(
  'the progress goes from 0 to the number of records (%s, dry run: %s)',
  async (onConflict, dryRun, phases) => {
    const told: string[] = [];
    const onProgress: ImportOptions['onProgress'] = (phase, records) => told.push(`${phase} ${records}`);
    await run(() => entries(makeRecords(1000), 600), createMemoryStore(), { onConflict, dryRun, onProgress });
    const steps = [0, 256, 512, 600, 856, 1000];
    expect(told).toEqual(phases.flatMap((phase) => steps.map((records) => `${phase} ${records}`)));
  },
);

import type { LocationRecord } from '@location-records/core';
import { oddIds } from '@location-records/dev-kit';
import {
  ImportError,
  type ImportOptions,
  importRecords,
  type OnConflict,
} from '@location-records/stores/import';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelImport } from './import-model.ts';
import { type WatchedStore, watchedStore } from './watched-store.ts';

const id = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 1, arbitrary: fc.constantFrom(...oddIds.slice(0, -1)) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, unit: 'grapheme' }) },
);
const number = fc.constantFrom(0, -0, 1, -1.5, Number.MIN_VALUE);
const location = fc.record({
  description: fc.constantFrom(undefined, '', 'a'),
  coordinates: fc.record({ latitude: number, longitude: fc.constantFrom(0, 1) }),
});
const records: fc.Arbitrary<LocationRecord[]> = fc.array(fc.tuple(id, location), { maxLength: 30 });

/** A source, what the target holds before, and how the import goes. */
const trials = fc.record({
  records,
  held: fc.oneof(fc.constant([]), records),
  batchLength: fc.integer({ min: 1, max: 12 }),
  onConflict: fc.constantFrom<OnConflict>('replace', 'skip', 'fail'),
  maxWrites: fc.constantFrom(1, 2, 5, 512),
  turns: fc.array(fc.nat(4), { minLength: 1, maxLength: 7 }),
  killedAfter: fc.nat(12),
});
type Trial = typeof trials extends fc.Arbitrary<infer Value> ? Value : never;

/** Entries whose `number` is the place in the source. */
function* batchesOf({ records, batchLength }: Trial) {
  const entries = records.map((record, number) => ({ record, number }));
  for (let start = 0; start < entries.length; start += batchLength) {
    yield entries.slice(start, start + batchLength);
    yield [];
  }
}

/** Runs an import; `outcome` is its counts, or its error. */
async function run(trial: Trial, { store }: WatchedStore, own: ImportOptions = {}) {
  const conflicts: number[] = [];
  const duplicates: number[] = [];
  const outcome = await importRecords(() => batchesOf(trial), store, {
    onConflict: trial.onConflict,
    maxWrites: trial.maxWrites,
    onConflictFound: (entry) => conflicts.push(entry.number),
    onDuplicate: (entry) => duplicates.push(entry.number),
    ...own,
  }).catch((error: unknown) => error);
  return { outcome, conflicts: conflicts.sort((a, b) => a - b), duplicates };
}

/** The content that a store of the model's records shows. */
const shown = (content: ReadonlyMap<string, LocationRecord[1]>) => watchedStore(content).content();

test('every outcome, the content and the calls are those of an import one by one', async () => {
  const cases = fc.asyncProperty(trials, async (trial) => {
    const before = new Map(trial.held);
    const expected = modelImport(before, trial.records, trial.onConflict);
    const isRefused = trial.onConflict === 'fail' && expected.conflicts.length > 0;
    for (const dryRun of [true, false]) {
      const target = watchedStore(before, trial);
      const { outcome, conflicts, duplicates } = await run(trial, target, { dryRun });
      expect(target.faults).toEqual([]);
      expect(conflicts).toEqual(expected.conflicts);
      if (isRefused) {
        expect(outcome).toBeInstanceOf(ImportError);
        const { read, skipped, unchanged } = expected.counts;
        const imported = { read, skipped, unchanged, created: 0, replaced: 0 };
        expect(outcome).toMatchObject({ code: 'IMPORT_CONFLICT', imported });
      } else {
        expect(outcome).toEqual({ ...expected.counts, durationMs: expect.any(Number) });
        expect(duplicates).toEqual(expected.duplicates);
      }
      const isUnchanged = dryRun || isRefused;
      expect(target.content()).toEqual(shown(isUnchanged ? before : expected.after));
      if (isUnchanged) expect(target.writes).toEqual([]);
    }
  });
  await fc.assert(cases, { numRuns: 500 });
});

test('an import that was killed at any moment, and run again, ends like one that was not disturbed', async () => {
  const cases = fc.asyncProperty(trials, async (trial) => {
    const before = new Map(trial.held);
    const undisturbed = watchedStore(before, trial);
    await run(trial, undisturbed);
    const killed = watchedStore(before, { ...trial, acceptedWrites: trial.killedAfter });
    await run(trial, killed);
    expect(killed.writes.length).toBeLessThanOrEqual(trial.killedAfter);
    const second = watchedStore(killed.content(), trial);
    const { outcome } = await run(trial, second);
    expect(second.content()).toEqual(undisturbed.content());
    expect([...killed.faults, ...second.faults]).toEqual([]);
    if (outcome instanceof Error) return;
    // Only what comes several times in the source may be written again.
    const written = new Set(killed.writes);
    const isOnce = (id: string) => trial.records.filter(([other]) => other === id).length === 1;
    expect(second.writes.filter((id) => written.has(id) && isOnce(id))).toEqual([]);
  });
  await fc.assert(cases, { numRuns: 500 });
});

import { readFile, writeFile } from 'node:fs/promises';
import type { LocationRecord, LocationStore } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect, it } from 'vitest';
import { openForTest, temporaryPath } from './temporary-store.ts';

const coordinates = { latitude: 1, longitude: 2 };
const count = 5000;

it.each([
  ['short records', 20],
  ['records of 4 KiB', 4096],
  ['records of 100 KiB', 102_400],
])('SQLite lists batches of at most 256 records or 32 KiB (%s)', async (_, length) => {
  const store = await openForTest(await temporaryPath());
  const total = length < 10_000 ? 1000 : 40;
  const location = { description: 'x'.repeat(length), coordinates };
  await Promise.all(Array.from({ length: total }, (_, number) => store.put(`id-${number}`, location)));
  const batches = await batchesOf(store);
  expect(batches.flat()).toHaveLength(total);
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(256);
    expect((batch.length - 1) * length).toBeLessThan(32_768);
  }
});

it('an SQLite list holds nothing between batches: the log can be emptied, and the store closed', async () => {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path });
  await Promise.all(Array.from({ length: 100 }, (_, number) => store.put(`id-${number}`, { coordinates })));
  const list = store.list()[Symbol.asyncIterator]();
  await list.next();
  await store.close();
  await expect(list.next()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  const again = await openForTest(path);
  expect((await batchesOf(again)).flat()).toHaveLength(100);
});

it('an SQLite list over inconsistent pages rejects, and names the damage', async () => {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path });
  await Promise.all(
    Array.from({ length: count }, (_, number) =>
      store.put(`id-${String(number).padStart(5, '0')}`, { coordinates }),
    ),
  );
  await store.close();
  await repeatPage(path);
  const damaged = await openForTest(path);
  await expect(batchesOf(damaged)).rejects.toMatchObject({
    code: 'STORE_UNSUITABLE',
    message: `Cannot read from the SQLite store ${JSON.stringify(path)}: its records are not in the order of their identifiers, so the file is damaged, or was overwritten while it was open; restore it from a backup.`,
  });
});

/** The batches of a list, which could be endless. */
async function batchesOf(store: LocationStore): Promise<(readonly LocationRecord[])[]> {
  const batches: (readonly LocationRecord[])[] = [];
  for await (const batch of store.list()) {
    batches.push(batch);
    if (batches.length > count) throw new Error('The list holds more records than there are.');
  }
  return batches;
}

/**
 * Puts the records of an early page once more in the place of a later one, as a file of another moment does.
 */
async function repeatPage(path: string): Promise<void> {
  const bytes = await readFile(path);
  // Where the header has it.
  const pageSize = bytes.readUInt16BE(16);
  const pages = Array.from({ length: bytes.length / pageSize }, (_, index) =>
    bytes.subarray(index * pageSize, (index + 1) * pageSize),
  );
  // 10 is the type of a leaf of an index, which a table WITHOUT ROWID is. Leaves were filled one after
  // another.
  const leaves = pages.filter((page) => page[0] === 10);
  const [early, late] = [leaves[2], leaves.at(-3)];
  if (!early || !late || early === late) throw new Error('There are too few pages.');
  early.copy(late);
  await writeFile(path, bytes);
}

import { readFile, writeFile } from 'node:fs/promises';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect, it } from 'vitest';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const coordinates = { latitude: 1, longitude: 2 };
const count = 5000;

it('breaks off a list that inconsistent pages lead back, and names the damage', async () => {
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
  let listed = 0;
  const reading = (async () => {
    for await (const batch of damaged.list()) {
      listed += batch.length;
      // Instead of going on for ever, should the list never end.
      if (listed > count) throw new Error('The list holds more records than there are.');
    }
  })();
  await expect(reading).rejects.toMatchObject({
    code: 'STORE_UNSUITABLE',
    message: `Cannot read from the SQLite store ${JSON.stringify(path)}: its records are not in the order of their identifiers, so the file is damaged, or was overwritten while it was open; restore it from a backup.`,
  });
  expect(listed).toBeGreaterThan(0);
});

/** Puts the records of an early page once more in the place of a later one, as a file of another moment does. */
async function repeatPage(path: string): Promise<void> {
  const bytes = await readFile(path);
  // Where the header has it.
  const pageSize = bytes.readUInt16BE(16);
  const pages = Array.from({ length: bytes.length / pageSize }, (_, index) =>
    bytes.subarray(index * pageSize, (index + 1) * pageSize),
  );
  // 10 is the type of a leaf of an index, which a table WITHOUT ROWID is. Leaves were filled one after another.
  const leaves = pages.filter((page) => page[0] === 10);
  const [early, late] = [leaves[2], leaves.at(-3)];
  if (!early || !late || early === late) throw new Error('There are too few pages.');
  early.copy(late);
  await writeFile(path, bytes);
}

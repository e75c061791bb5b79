import type { LocationStore } from '@location-records/core';
import { expect, it, onTestFinished } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const coordinates = { latitude: 1, longitude: 2 };
/** Bytes that are not UTF-8, as a literal of SQL: one that never is, a surrogate, a long form, half a character. */
const foreign = ["x'ff'", "x'eda080'", "x'c0af'", "x'61f09f98'", "x'00ff'"];

it.each(foreign)('an identifier that is not UTF-8 (%s) ends the list with its name', async (bytes) => {
  const { path, store, other } = await storeAndOther();
  other.exec(`INSERT INTO locations VALUES (CAST(${bytes} AS TEXT), NULL, 1, 2)`);
  await expect(ids(store)).rejects.toMatchObject({
    code: 'STORE_UNSUITABLE',
    message: `Cannot read from the SQLite store ${JSON.stringify(path)}: the identifier ${bytes} of one of its records is not UTF-8; delete that record.`,
  });
  expect(await store.get('b')).toEqual({ coordinates });
  other.exec(`DELETE FROM locations WHERE id = CAST(${bytes} AS TEXT)`);
  expect(await ids(store)).toEqual(['b']);
});

it.each(foreign)('a description that is not UTF-8 (%s) is named by reads', async (bytes) => {
  const { path, store, other } = await storeAndOther();
  other.exec(`UPDATE locations SET description = CAST(${bytes} AS TEXT)`);
  const unsuitable = {
    code: 'STORE_UNSUITABLE',
    message: `Cannot read from the SQLite store ${JSON.stringify(path)}: the description of its record "b" is not UTF-8; correct it, or delete the record.`,
  };
  await expect(store.get('b')).rejects.toMatchObject(unsuitable);
  await expect(ids(store)).rejects.toMatchObject(unsuitable);
  await store.put('b', { coordinates });
  expect(await ids(store)).toEqual(['b']);
});

it('a U+FFFD that was written as such is text like any other', async () => {
  const { store } = await storeAndOther();
  const id = '\ufffd\0\ufeff';
  for (const description of ['\ufffd', '\ufeff\ufffd', '\ufffd\0']) {
    await store.put(id, { description, coordinates });
    expect(await store.get(id)).toEqual({ description, coordinates });
    expect((await store.list()[Symbol.asyncIterator]().next()).value).toContainEqual([
      id,
      { description, coordinates },
    ]);
  }
});

async function storeAndOther() {
  const path = await temporaryPath();
  const store = await openForTest(path);
  await store.put('b', { coordinates });
  const other = await openRaw(path);
  onTestFinished(() => other.close());
  return { path, store, other };
}

/** The identifiers of the list, which would be endless if it began again. */
async function ids(store: LocationStore): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of store.list()) {
    found.push(...batch.map(([id]) => id));
    if (found.length > 10) break;
  }
  return found;
}

import type { LocationStore } from '@location-records/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-store.ts';

const coordinates = { latitude: 1, longitude: 2 };

/** Numbers that lie closely above or below an integer, which one engine takes for the integer. */
const near = [0, 1, -1, 2].flatMap((integer) =>
  [2 ** -1074, 2 ** -1022, 2 ** -60, 2 ** -53, 2 ** -52].flatMap((step) => [integer + step, integer - step]),
);

it('SQLite gives any finite number back to the last bit', async () => {
  const store = await openForTest(await temporaryPath());
  const random = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 2000, seed: 1 });
  const numbers = [Number.MAX_VALUE, ...near, ...random];
  await Promise.all(
    numbers.map((number, index) =>
      store.put(`id-${index}`, { coordinates: { latitude: number, longitude: -number } }),
    ),
  );
  for (const [index, number] of numbers.entries()) {
    const found = await store.get(`id-${index}`);
    // toEqual tells 0 from -0, and -0 comes back as 0.
    expect(found?.coordinates).toEqual({ latitude: number + 0, longitude: 0 - number });
  }
});

it.each(['a\0b', '\0', 'a\0', '\ufffd\0\ufeff', '\ufeffa', '\ufffd', 'é\u{1f5fa}'])(
  'SQLite keeps the text %j in identifiers, descriptions and lists',
  async (text) => {
    const store = await openForTest(await temporaryPath());
    const location = { description: text, coordinates };
    await store.put('a', { coordinates });
    await store.put(text, location);
    expect(await store.get(text)).toEqual(location);
    expect(await records(store)).toContainEqual([text, location]);
    expect(await records(store)).toHaveLength(2);
    expect(await store.replace(text, { coordinates })).toBe(true);
    await store.delete(text);
    expect(await records(store)).toEqual([['a', { coordinates }]]);
  },
);

it('SQLite records are text that other programs read and write', async () => {
  const path = await temporaryPath();
  const store = await openForTest(path);
  const other = await openRaw(path, "INSERT INTO locations VALUES ('b', 'Wien', 48, 16)");
  const vienna = { description: 'Wien', coordinates: { latitude: 48, longitude: 16 } };
  expect(await store.get('b')).toEqual(vienna);
  await store.put('c', vienna);
  const row = other
    .prepare("SELECT id, description, latitude, longitude FROM locations WHERE id = 'c'")
    .get();
  expect({ ...(row as object) }).toEqual({ id: 'c', description: 'Wien', latitude: 48, longitude: 16 });
});

it.each(['latitude', 'longitude'])(
  'SQLite refuses a %s from another program that is not finite',
  async (column) => {
    const path = await temporaryPath();
    const store = await openForTest(path);
    await store.put('a', { coordinates });
    const other = await openRaw(path);
    expect(() => other.exec(`UPDATE locations SET ${column} = -9e999`)).toThrow('CHECK constraint failed');
  },
);

describe('text of another program that is not UTF-8, as after an import of a Latin-1 file', () => {
  // Before and behind U+FFFD, which engines put in its place.
  const foreign = ["x'636166e9'", "x'fbff'", "x'e900'"];

  it.each(foreign)('an SQLite list rejects at an identifier that is not UTF-8 (%s)', async (bytes) => {
    const { path, store, other } = await storeAndOther();
    other.exec(`INSERT INTO locations VALUES (CAST(${bytes} AS TEXT), NULL, 1, 2)`);
    await expect(records(store)).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: `Cannot read from the SQLite store ${JSON.stringify(path)}: the identifier ${bytes} of one of its records is not UTF-8; delete that record.`,
    });
    expect(await store.get('b')).toEqual({ coordinates });
    other.exec(`DELETE FROM locations WHERE id = CAST(${bytes} AS TEXT)`);
    expect(await records(store)).toHaveLength(1);
  });

  it.each(foreign)('an SQLite read rejects about a description that is not UTF-8 (%s)', async (bytes) => {
    const { path, store, other } = await storeAndOther();
    other.exec(`UPDATE locations SET description = CAST(${bytes} AS TEXT)`);
    const unsuitable = {
      code: 'STORE_UNSUITABLE',
      message: `Cannot read from the SQLite store ${JSON.stringify(path)}: the description of its record "b" is not UTF-8; correct it, or delete the record.`,
    };
    await expect(store.get('b')).rejects.toMatchObject(unsuitable);
    await expect(records(store)).rejects.toMatchObject(unsuitable);
    await store.put('b', { coordinates });
    expect(await records(store)).toHaveLength(1);
  });
});

async function storeAndOther() {
  const path = await temporaryPath();
  const store = await openForTest(path);
  await store.put('b', { coordinates });
  return { path, store, other: await openRaw(path) };
}

/** The records of the list, which would be endless if it began again. */
async function records(store: LocationStore) {
  const found: unknown[] = [];
  for await (const batch of store.list()) {
    found.push(...batch);
    if (found.length > 10) break;
  }
  return found;
}

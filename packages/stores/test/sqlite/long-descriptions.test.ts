import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BatchWriter } from '../../src/sqlite/batch-writer.ts';
import type { DatabaseSync } from '../../src/sqlite/engine.ts';
import { createSchema } from '../../src/sqlite/schema.ts';
import type { Write } from '../../src/sqlite/writer-protocol.ts';
import { createEarlierDatabase } from './earlier-schema.ts';
import { openRaw } from './open-raw.ts';
import { danglingIn, recordsIn } from './raw-records.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const coordinates = { latitude: 1, longitude: 2 };
const everywhere = { west: -180, south: -90, east: 180, north: 90 };
const long = 'x'.repeat(385);

describe('a description', () => {
  it.each([
    ['384 bytes', 'x'.repeat(384), 'text'],
    ['385 bytes', long, 'integer'],
    ['128 characters of 3 bytes', '\u20ac'.repeat(128), 'text'],
    ['129 characters of 3 bytes', '\u20ac'.repeat(129), 'integer'],
    ['96 pairs of 4 bytes', '\u{1f5fa}'.repeat(96), 'text'],
    ['97 pairs of 4 bytes', '\u{1f5fa}'.repeat(97), 'integer'],
    ['a NUL and 384 more bytes', `\0${'x'.repeat(384)}`, 'integer'],
    ['a U+FFFD and 384 more bytes', `\ufffd${'x'.repeat(384)}`, 'integer'],
  ])('of %s is kept as it is, in the place for it', async (_, description, type) => {
    const { store, raw } = await storeAndRaw();
    await store.put('a', { description, coordinates });
    expect(await readEach(store, 'a')).toEqual(Array(3).fill({ description, coordinates }));
    expect(valueIn(raw, 'SELECT typeof(description) FROM locations')).toBe(type);
  });

  it('is long in a database of another program’s pages, too', async () => {
    const path = await temporaryPath();
    (await openRaw(path, 'PRAGMA page_size = 65536; CREATE TABLE gone (a); DROP TABLE gone')).close();
    const store = await openForTest(path);
    await store.put('a', { description: long, coordinates });
    expect(await store.get('a')).toEqual({ description: long, coordinates });
  });
});

const descriptions = fc.oneof(
  fc.constantFrom(undefined, '', 'Wien', '\0', '1', long, `${long}\0`, '\u20ac'.repeat(200)),
  fc.nat({ max: 400 }).map((length) => 'y'.repeat(length)),
);
const writes = fc.array(
  fc.record({
    kind: fc.constantFrom('put', 'replace', 'delete'),
    id: fc.constantFrom('a', 'b', 'c', 'a\0'),
    description: descriptions,
    latitude: fc.constantFrom(0, 1),
  }),
  { maxLength: 12 },
);

it.each([false, true])(
  'any batches of writes leave what they say, and no row too many (with areas: %s)',
  async (areas) => {
    const property = fc.asyncProperty(fc.array(writes, { maxLength: 6 }), async (batches) => {
      const raw = await openRaw(':memory:');
      createSchema(raw, areas);
      const writer = new BatchWriter(raw, 'a path', areas);
      const expected = new Map<string, readonly [string | null, number]>();
      for (const batch of batches) {
        const results = batch.map(({ kind, id, description = null, latitude }) => {
          const wasThere = expected.has(id);
          if (kind === 'delete') return expected.delete(id);
          if (kind === 'replace' && !wasThere) return false;
          expected.set(id, [description, latitude]);
          return true;
        });
        const posted = batch.map(({ description = null, ...rest }) => ({
          ...rest,
          description,
          longitude: 2,
        }));
        expect(writer.commit(posted as readonly Write[])).toEqual(results);
      }
      expect(recordsIn(raw)).toEqual(new Map([...expected].sort()));
      expect(danglingIn(raw)).toEqual([]);
      raw.close();
    });
    await fc.assert(property, { numRuns: 300 });
  },
);

it('a list shows the descriptions of its moment', async () => {
  const { store } = await storeAndRaw();
  const records = Array.from({ length: 600 }, (_, number): LocationRecord => {
    return [`id-${1000 + number}`, { description: `${number}${long}`, coordinates }];
  });
  await Promise.all(records.map(([id, location]) => store.put(id, location)));
  const list = store.list()[Symbol.asyncIterator]();
  const found = [...(await list.next()).value];
  await Promise.all([
    ...records.slice(300).map(([id]) => store.delete(id)),
    ...records.slice(0, 300).map(([id]) => store.put(id, { description: `later${long}`, coordinates })),
  ]);
  for (let batch = await list.next(); !batch.done; batch = await list.next()) found.push(...batch.value);
  expect(found).toEqual(records);
});

describe('a file that another program wrote to', () => {
  it('may have any description beside its identifier', async () => {
    const { store, raw } = await storeAndRaw();
    for (const description of [long, '7', '']) {
      raw.prepare('INSERT INTO locations VALUES (?, ?, 1, 2)').run('a', description);
      expect(await readEach(store, 'a')).toEqual(Array(3).fill({ description, coordinates }));
      await store.delete('a');
    }
    raw.exec("INSERT INTO locations VALUES ('a', x'37', 1, 2)");
    expect(await readEach(store, 'a')).toEqual(Array(3).fill({ description: '7', coordinates }));
  });

  it.each([
    ['refers to no row', 'DELETE FROM long_descriptions'],
    ['is a fraction', 'UPDATE locations SET description = 1.5'],
    ['is a large number', 'UPDATE locations SET description = 9007199254740993'],
  ])('is named with the record whose description %s, until that is written again', async (_, sql) => {
    const { store, raw } = await storeAndRaw();
    await store.put('a', { description: long, coordinates });
    raw.exec(sql);
    for (const read of [() => store.get('a'), () => readList(store), () => readArea(store)]) {
      await expect(read()).rejects.toMatchObject({
        code: 'STORE_UNSUITABLE',
        message: expect.stringContaining('the description of its record "a" is not text'),
      });
    }
    const location = { description: `${long}2`, coordinates };
    await store.put('a', location);
    expect(await readEach(store, 'a')).toEqual(Array(3).fill(location));
  });

  it('may have rows with any number', async () => {
    const { store, raw } = await storeAndRaw();
    raw.exec(`
      INSERT INTO long_descriptions VALUES (9223372036854775807, 'x'), (-9007199254740993, 'y');
      INSERT INTO locations VALUES ('a', -9007199254740993, 1, 2);
    `);
    expect(await readEach(store, 'a')).toEqual(Array(3).fill({ description: 'y', coordinates }));
    for (const id of ['a', 'b']) {
      await store.put(id, { description: `${long}${id}`, coordinates });
      expect(await readEach(store, id)).toEqual(Array(3).fill({ description: `${long}${id}`, coordinates }));
    }
    expect(danglingIn(raw)).toEqual([{ row: '9223372036854775807' }]);
    await store.delete('a');
    expect(valueIn(raw, 'SELECT count(*) FROM long_descriptions')).toBe(2);
  });
});

describe('a file of schema 1', () => {
  it('keeps its schema and all its descriptions in one table', async () => {
    const path = await temporaryPath();
    await createEarlierDatabase(path);
    const store = await openForTest(path, { areas: true });
    for (const description of [long, undefined, 'short', long.repeat(100)]) {
      await store.put('a', { description, coordinates });
      expect(await readEach(store, 'a')).toEqual(
        Array(3).fill({ ...(description !== undefined && { description }), coordinates }),
      );
    }
    const raw = await openRaw(path);
    onTestFinished(() => raw.close());
    expect(valueIn(raw, 'SELECT user_version FROM pragma_user_version')).toBe(1);
    expect(valueIn(raw, 'SELECT typeof(description) FROM locations')).toBe('text');
    expect(valueIn(raw, "SELECT count(*) FROM sqlite_schema WHERE name = 'long_descriptions'")).toBe(0);
  });

  it('may have a table of that name from another program, which stays as it is', async () => {
    const path = await temporaryPath();
    await createEarlierDatabase(path);
    (
      await openRaw(path, 'CREATE TABLE long_descriptions (a); INSERT INTO long_descriptions VALUES (7)')
    ).close();
    const store = await openForTest(path);
    await store.put('a', { description: long, coordinates });
    expect(await store.get('a')).toEqual({ description: long, coordinates });
    const raw = await openRaw(path);
    onTestFinished(() => raw.close());
    expect(valueIn(raw, 'SELECT a FROM long_descriptions')).toBe(7);
  });
});

async function storeAndRaw() {
  const path = await temporaryPath();
  const store = await openForTest(path, { areas: true });
  const raw = await openRaw(path);
  onTestFinished(() => raw.close());
  return { store, raw };
}

type TestedStore = Awaited<ReturnType<typeof storeAndRaw>>['store'];

/** The Location of a record, from each kind of read. */
async function readEach(store: TestedStore, id: string): Promise<(Location | undefined)[]> {
  const [list, area] = [await readList(store), await readArea(store)];
  return [await store.get(id), new Map(list).get(id), new Map(area).get(id)];
}

async function readList(store: LocationStore): Promise<LocationRecord[]> {
  const found: LocationRecord[] = [];
  for await (const batch of store.list()) found.push(...batch);
  return found;
}

async function readArea(store: TestedStore): Promise<readonly LocationRecord[]> {
  return (await store.within(everywhere, { limit: 10 })).records;
}

function valueIn(raw: DatabaseSync, sql: string): unknown {
  return Object.values(raw.prepare(sql).get() as object)[0];
}

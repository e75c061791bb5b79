import type { LocationRecord, LocationStore } from '@location-records/core';
import {
  type AreaPosition,
  type AreaStore,
  type Box,
  compareByStripe,
  stripeOf,
} from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { areaStatements } from '../../src/sqlite/area-reader.ts';
import type { DatabaseSync } from '../../src/sqlite/engine.ts';
import { textColumns } from '../../src/sqlite/long-descriptions.ts';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const everywhere: Box = { west: -1e300, south: -1e300, east: 1e300, north: 1e300 };
const covered =
  'SEARCH locations USING COVERING INDEX locations_by_place (<expr>=? AND (latitude,longitude,id)>(?,?,?) AND latitude<?)';

describe('the planner', () => {
  it.each([
    ['never analysed', ''],
    ['analysed', 'ANALYZE'],
  ])('searches the index alone for the entries of a stripe, %s', async (_, sql) => {
    const { store, raw } = await storeAndRaw();
    await putAll(store, grid(40, 40));
    raw.exec(sql);
    for (const text of Object.values(textColumns(raw))) {
      expect(planOf(raw, areaStatements.records(text))).toEqual([
        'CO-ROUTINE place',
        covered,
        'SCAN place',
        expect.stringMatching(/^SEARCH locations USING PRIMARY KEY \(id=\?\)$/),
        expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
        'SEARCH long USING INTEGER PRIMARY KEY (rowid=?)',
      ]);
      expect(planOf(raw, areaStatements.entry(text))).toContain(covered);
      expect(planOf(raw, areaStatements.entry(text)).join()).not.toContain('TEMP B-TREE');
    }
    expect(planOf(raw, areaStatements.count)).toContain(covered);
  });
});

const up = (value: number) => value + Math.abs(value) * Number.EPSILON;
const degrees = fc.oneof(
  fc.constantFrom(
    ...[Number.MAX_VALUE, 1e19, 180, up(180), 179.99999999999997, 90, 1.40625, up(1.40625), 2.3508],
    ...[0, 5e-324, 2 ** -1022, 1, up(1), 2, 2.8125, -Number.MAX_VALUE, -180, -up(180), -1, -5e-324, -1.40625],
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -4, max: 4, noNaN: true }),
);
const records = fc.uniqueArray(
  fc.tuple(
    fc.oneof(
      fc.constantFrom('a', 'a\0', '\uffff', '\u{10000}', '\ufffd', '\0'),
      fc.string({ minLength: 1, unit: 'grapheme' }),
    ),
    fc.record({ coordinates: fc.record({ latitude: degrees, longitude: degrees }) }),
  ),
  { maxLength: 40, selector: ([id]) => id },
);
const edges = fc.tuple(degrees, degrees).map((pair) => pair.sort((a, b) => a - b) as [number, number]);
const box = fc
  .tuple(edges, edges)
  .map(([[west, east], [south, north]]): Box => ({ west, south, east, north }));
const position = fc.option(
  fc.record({
    part: fc.integer({ min: -3, max: 258 }),
    latitude: degrees,
    longitude: degrees,
    id: fc.constantFrom('a', 'é'),
  }),
  { nil: undefined },
);

it('pages have what a comparison of every record finds, in order, from any position', async () => {
  const cases = fc.asyncProperty(
    records,
    fc.array(fc.tuple(box, position), { maxLength: 20 }),
    fc.integer({ min: 1, max: 9 }),
    async (held, queries, limit) => {
      const store = await openForTest(await temporaryPath(), { areas: true });
      await putAll(store, held);
      for (const [edges, after] of [...queries, [everywhere, undefined] as const]) {
        const inside = held
          .map(withoutNegativeZero)
          .filter((record) => isInside(record, edges))
          .sort(compareByStripe);
        const rest = inside.filter((record) => !after || isAfter(record, after));
        expect((await readBox(store, edges, limit, after)).flat()).toEqual(rest);
      }
      await store.close();
    },
  );
  await fc.assert(cases, { numRuns: 25 });
}, 60_000);

describe('a page', () => {
  it('looks at no more than some thousands of entries beside the box', async () => {
    const store = await openForTest(await temporaryPath(), { areas: true });
    await putAll(store, grid(20_000, 1));
    const beside = { west: 0.5, south: 0, east: 1, north: 1e9 };
    const pages = await readBox(store, beside, 100);
    expect(pages.map(({ length }) => length)).toEqual([0, 0, 0]);
    await store.put('last', { coordinates: { latitude: 1e9, longitude: 0.75 } });
    expect((await readBox(store, beside, 100)).flat().map(([id]) => id)).toEqual(['last']);
  }, 60_000);

  it('goes through many records at one place without starting again at the first', async () => {
    const store = await openForTest(await temporaryPath(), { areas: true });
    await putAll(
      store,
      Array.from({ length: 20_000 }, (_, number) => placed(`id ${number}`, 1, 1)),
    );
    const pages = await readBox(store, everywhere, 1_000_000);
    expect(new Set(pages.flat().map(([id]) => id)).size).toBe(20_000);
    expect(Math.max(...pages.map(({ length }) => length))).toBe(2048);
  }, 60_000);

  it('ends early where records are large', async () => {
    const store = await openForTest(await temporaryPath(), { areas: true });
    const description = 'x'.repeat(50_000);
    const large = Array.from(
      { length: 7 },
      (_, number): LocationRecord => [
        `id ${number}`,
        { description, coordinates: { latitude: number, longitude: number } },
      ],
    );
    await putAll(store, large);
    const pages = await readBox(store, everywhere, 100);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(large);
  });

  it('has a next only when there is another record, where the limit ended it', async () => {
    const store = await openForTest(await temporaryPath(), { areas: true });
    await putAll(store, [placed('a', 1, 1), placed('b', 1, 100), placed('c', 1, 170)]);
    const ids = async (limit: number) => (await readBox(store, everywhere, limit)).map((page) => page.length);
    expect([await ids(1), await ids(2), await ids(3)]).toEqual([[1, 1, 1], [2, 1], [3]]);
  });

  it.each(['\ufffd', 'a\0b', '\ufeff\ufffd\0'])('has the text %j as it was written', async (text) => {
    const store = await openForTest(await temporaryPath(), { areas: true });
    const record: LocationRecord = [text, { description: text, coordinates: { latitude: 1, longitude: 1 } }];
    await putAll(store, [record, placed('z', 1, 1)]);
    expect((await readBox(store, everywhere, 1)).flat()).toEqual([
      ...[record, placed('z', 1, 1)].sort(compareByStripe),
    ]);
  });
});

describe('what another program wrote', () => {
  it('is named when it is an identifier that is not UTF-8', async () => {
    const { path, store, raw } = await storeAndRaw();
    raw.exec("INSERT INTO locations VALUES (CAST(x'ff' AS TEXT), NULL, 1, 1)");
    await expect(store.within(everywhere, { limit: 1 })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: `Cannot read from the SQLite store ${JSON.stringify(path)}: the identifier x'ff' of one of its records is not UTF-8; delete that record.`,
    });
    expect((await readBox(store, { west: 2, south: 2, east: 3, north: 3 }, 1)).flat()).toEqual([]);
  });

  it('is not found at a coordinate that is not finite', async () => {
    const { store, raw } = await storeAndRaw();
    raw.exec(
      "PRAGMA ignore_check_constraints = ON; INSERT INTO locations VALUES ('a', NULL, 9e999, 1), ('b', NULL, 1, -9e999), ('c', NULL, 1, 1)",
    );
    const finite = Number.MAX_VALUE;
    const all = { west: -finite, south: -finite, east: finite, north: finite };
    expect((await readBox(store, all, 1)).flat().map(([id]) => id)).toEqual(['c']);
  });

  it('is an error that names the index when that was dropped', async () => {
    const { store, raw } = await storeAndRaw();
    raw.exec('DROP INDEX locations_by_place');
    await expect(store.within(everywhere, { limit: 1 })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('no such index: locations_by_place'),
    });
  });
});

async function storeAndRaw() {
  const path = await temporaryPath();
  const store = await openForTest(path, { areas: true });
  const raw = await openRaw(path);
  onTestFinished(() => raw.close());
  return { path, store, raw };
}

function planOf(raw: DatabaseSync, sql: string): string[] {
  const rows = raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).iterate() as Iterable<{ readonly detail: string }>;
  return [...rows].map(({ detail }) => detail);
}

/** Each page. The test fails when there are far more than it needs. */
async function readBox(
  store: AreaStore,
  edges: Box,
  limit: number,
  from?: AreaPosition,
): Promise<LocationRecord[][]> {
  const pages: LocationRecord[][] = [];
  let after = from;
  do {
    const { records: page, next } = await store.within(edges, { limit, after });
    pages.push([...page]);
    after = next;
  } while (after && pages.length < 1000);
  expect(after).toBeUndefined();
  return pages;
}

async function putAll(store: LocationStore, all: readonly LocationRecord[]): Promise<void> {
  await Promise.all(all.map(([id, location]) => store.put(id, location)));
}

function placed(id: string, latitude: number, longitude: number): LocationRecord {
  return [id, { coordinates: { latitude, longitude } }];
}

function grid(rows: number, columns: number): LocationRecord[] {
  return Array.from({ length: rows * columns }, (_, number) =>
    placed(`id ${number}`, Math.floor(number / columns), number % columns),
  );
}

function withoutNegativeZero([id, { coordinates }]: LocationRecord): LocationRecord {
  return placed(id, coordinates.latitude + 0, coordinates.longitude + 0);
}

function isInside([, { coordinates }]: LocationRecord, { west, south, east, north }: Box): boolean {
  const { latitude, longitude } = coordinates;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** Whether a record comes after a position, which may have a part that is not that of its longitude. */
function isAfter([id, { coordinates }]: LocationRecord, position: AreaPosition): boolean {
  const { latitude, longitude } = coordinates;
  const order =
    stripeOf(longitude) - position.part ||
    Math.sign(latitude - position.latitude) ||
    Math.sign(longitude - position.longitude) ||
    Buffer.compare(Buffer.from(id), Buffer.from(position.id));
  return order > 0;
}

import { stripeOf } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAreaIndex, hasAreaIndex, stripeExpression } from '../../src/sqlite/area-index.ts';
import { dividendOf, divisorOf } from '../../src/sqlite/columns.ts';
import type { DatabaseSync } from '../../src/sqlite/engine.ts';
import { failures } from '../../src/sqlite/failures.ts';
import { inTransaction } from '../../src/sqlite/transaction.ts';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const coordinates = { latitude: 1, longitude: 2 };
const everywhere = { west: -1e300, south: -1e300, east: 1e300, north: 1e300 };

const anyBits = fc
  .uint8Array({ minLength: 8, maxLength: 8 })
  .map((bytes) => new Float64Array(bytes.buffer)[0] ?? 0);
/** Doubles around the borders of stripes, of which few have random bits. */
const nearBorders = fc
  .tuple(fc.integer({ min: -130, max: 130 }), fc.integer({ min: -3, max: 3 }))
  .map(([border, steps]) => border * 1.40625 * (1 + steps * Number.EPSILON));

describe('the expression of the index', () => {
  it('stays as it is in the files that have the index', () => {
    expect(stripeExpression).toBe('min(max(CAST((longitude + 180.0) / 1.40625 AS INTEGER), -1), 256)');
  });

  it('is the number of the stripe for any finite number', async () => {
    const database = await openRaw(':memory:');
    onTestFinished(() => database.close());
    const statement = database.prepare(
      `SELECT ${stripeExpression} AS stripe FROM (SELECT ? / ? AS longitude)`,
    );
    const longitudes = fc.oneof(anyBits, nearBorders, fc.double({ min: -190, max: 190, noNaN: true }));
    fc.assert(
      fc.property(longitudes.filter(Number.isFinite), (longitude) => {
        const found = statement.get(dividendOf(longitude), divisorOf(longitude));
        expect(found).toMatchObject({ stripe: stripeOf(longitude) });
      }),
      { numRuns: 5000, examples: [[Number.MAX_VALUE], [-Number.MAX_VALUE], [180], [-180], [5e-324], [-0]] },
    );
  });
});

describe('a file with the index', () => {
  it('is opened without area queries, and keeps the index up to date', async () => {
    const path = await temporaryPath();
    await (await openForTest(path, { areas: true })).put('a', { coordinates });
    const plain = await openForTest(path);
    expect('within' in plain).toBe(false);
    expect(plain.guarantees).not.toHaveProperty('areaOrder');
    await plain.put('b', { coordinates });
    await plain.delete('a');
    const raw = await openForTestRaw(path);
    expect(raw.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const { records } = await (await openForTest(path, { areas: true })).within(everywhere, { limit: 9 });
    expect(records).toEqual([['b', { coordinates }]]);
  });

  it('has the same schema version as one without, so that the same versions of this package open it', async () => {
    const versions: unknown[] = [];
    for (const areas of [false, true]) {
      const path = await temporaryPath();
      await openForTest(path, { areas });
      versions.push((await openForTestRaw(path)).prepare('PRAGMA user_version').get());
    }
    expect(versions).toEqual([{ user_version: 2 }, { user_version: 2 }]);
  });

  it('takes writes of other programs', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path, { areas: true });
    const raw = await openForTestRaw(path);
    raw.exec(
      "INSERT INTO locations VALUES ('a', NULL, 1, 2), ('b', NULL, 3, 4); UPDATE locations SET latitude = 1",
    );
    const { records } = await store.within({ west: 4, south: 1, east: 4, north: 1 }, { limit: 9 });
    expect(records.map(([id]) => id)).toEqual(['b']);
  });

  it.each([
    ['another expression', 'CREATE INDEX locations_by_place ON locations (longitude, latitude)'],
    [
      'a condition',
      `CREATE INDEX locations_by_place ON locations (${stripeExpression}, latitude, longitude) WHERE latitude > 0`,
    ],
    ['no index, but a table of its name', 'CREATE TABLE locations_by_place (id)'],
  ])('is refused when it has %s', async (_, sql) => {
    const path = await temporaryPath();
    await (await openForTest(path)).close();
    (await openRaw(path, sql)).close();
    for (const areas of [false, true]) {
      await expect(openForTest(path, { areas })).rejects.toMatchObject({
        code: 'STORE_UNSUITABLE',
        message: expect.stringContaining('its index "locations_by_place" differs from the one'),
      });
    }
  });

  it('is opened when a tool has written the index in other lines', async () => {
    const path = await temporaryPath();
    await (await openForTest(path)).close();
    const sql = `CREATE INDEX locations_by_place\n  ON locations (\n${stripeExpression},\n latitude, longitude)`;
    (await openRaw(path, sql)).close();
    const { records } = await (await openForTest(path, { areas: true })).within(everywhere, { limit: 1 });
    expect(records).toEqual([]);
  });
});

describe('a file without the index', () => {
  it('stays as it is without area queries', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path);
    await store.put('a', { coordinates });
    expect(hasAreaIndex(await openForTestRaw(path))).toBe(false);
  });

  it('is refused with create: false, and stays as it is', async () => {
    const path = await temporaryPath();
    await (await openForTest(path)).close();
    await expect(openForTest(path, { areas: true, create: false })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: `Cannot open the SQLite store ${JSON.stringify(path)}: its index of area queries is missing; open it once with the option "areas" to build it.`,
    });
    expect(hasAreaIndex(await openForTestRaw(path))).toBe(false);
    await (await openForTest(path, { areas: true })).within(everywhere, { limit: 1 });
    const store = await openForTest(path, { areas: true, create: false });
    expect(await store.within(everywhere, { limit: 1 })).toEqual({ records: [], next: undefined });
  });

  it('stays whole when there is no room for the index', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path);
    const puts = Array.from({ length: 500 }, (_, number) => store.put(`id ${number}`, { coordinates }));
    await Promise.all(puts);
    const raw = await openForTestRaw(path);
    const { page_count: pages } = raw.prepare('PRAGMA page_count').get() as { readonly page_count: number };
    raw.exec(`PRAGMA max_page_count = ${pages + 1}`);
    const build = () => inTransaction(raw, 'write', () => createAreaIndex(raw));
    const failure = attempt(build);
    expect(failures.wrap('index', path, failure).message).toBe(
      `Cannot index the SQLite store ${JSON.stringify(path)}: the disk is full; free some space.`,
    );
    expect(hasAreaIndex(raw)).toBe(false);
    raw.exec('PRAGMA max_page_count = 100000');
    build();
    expect(hasAreaIndex(raw)).toBe(true);
  });
});

async function openForTestRaw(path: string): Promise<DatabaseSync> {
  const raw = await openRaw(path);
  onTestFinished(() => raw.close());
  return raw;
}

function attempt(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

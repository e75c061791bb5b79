import type { LocationRecord } from '@location-records/core';
import { type AreaPosition, type Box, stripeOf } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { readAreaPage } from '../../src/redis/area-pages.ts';
import type { Args } from '../../src/redis/client.ts';
import { memberOf } from '../../src/redis/place-members.ts';
import { Buckets, placesKey, storeLocation } from '../../src/redis/stored-records.ts';

const france: Box = { west: -5.2, south: 41.3, east: 9.6, north: 51.1 };

describe('a page of an area', () => {
  it('asks for at most 64 buckets at a time, and finds no record in 1024 buckets by one call', async () => {
    const source = makeSource(1024, []);
    expect(await readAreaPage(source, france, { limit: 100 })).toEqual({ records: [], next: undefined });
    expect(source.commands).toHaveLength(1024);
    expect(source.maxUnderWay).toBe(64);
  });

  it('ends without a record after some thousand buckets, and the next ones go on behind them', async () => {
    const record: LocationRecord = ['last', { coordinates: { latitude: 45, longitude: 3 } }];
    const source = makeSource(65_536, []);
    source.add(65_535, record);
    const found: LocationRecord[] = [];
    let after: AreaPosition | undefined;
    do {
      const before = source.commands.length;
      const page = await readAreaPage(source, france, { limit: 100, after });
      expect(source.commands.length - before).toBeLessThan(2200);
      found.push(...page.records);
      after = page.next;
    } while (after);
    expect(found).toEqual([record]);
    expect(source.commands.length).toBeLessThan(65_600);
  });

  it('ends after some thousand places beside the box, and the next ones go on behind them', async () => {
    // In the stripe of the box and between its latitudes.
    const beside = recordsAt(20_000, (number) => [41.3 + number / 20_000, 9.7]);
    const source = makeSource(1, beside);
    const last: LocationRecord = ['last', { coordinates: { latitude: 51.1, longitude: 9.6 } }];
    source.add(0, last);
    const box = { ...france, west: 9.5 };
    const pages = [];
    let after: AreaPosition | undefined;
    do {
      const before = source.membersRead;
      const page = await readAreaPage(source, box, { limit: 10, after });
      expect(source.membersRead - before).toBeLessThan(8500);
      pages.push(page.records);
      after = page.next;
    } while (after);
    expect(pages).toEqual([[], [], [last]]);
  });

  it('is bounded also where the first buckets are empty and others have thousands of places', async () => {
    const source = makeSource(80, []);
    const beside = recordsAt(2000, (number) => [41.3 + number / 2000, 9.7]);
    for (let bucket = 9; bucket < 80; bucket++) source.addAll(bucket, beside);
    const page = await readAreaPage(source, { ...france, west: 9.5 }, { limit: 10 });
    expect(page).toMatchObject({ records: [], next: { part: 9 * 259 + stripeOf(9.7) + 1 } });
    expect(source.membersRead).toBeLessThanOrEqual(64 * 768);
  });

  it('does not read the places to the north and the south in the stripes of the box', async () => {
    const beside = recordsAt(10_000, (number) => [number % 2 ? 60 : 30, -5 + (number % 100) / 10]);
    const source = makeSource(1, beside);
    await readAreaPage(source, france, { limit: 10 });
    expect(source.membersRead).toBeLessThan(9 * 256);
  });

  it('of a full box asks for the buckets that it needs', async () => {
    const records = recordsAt(10_000, (number) => [42 + number / 2000, 3]);
    const source = makeSource(64, records);
    let after: AreaPosition | undefined;
    for (let page = 0; page < 3; page++) {
      const before = source.commands.length;
      const { records, next } = await readAreaPage(source, france, { limit: 100, after });
      expect(records).toHaveLength(100);
      expect(source.commands.length - before).toBeLessThan(8);
      after = next;
    }
  });

  it('has at most 1024 records, whatever its limit', async () => {
    const source = makeSource(
      2,
      recordsAt(3000, (number) => [42 + number / 2000, 3]),
    );
    const page = await readAreaPage(source, france, { limit: Number.MAX_SAFE_INTEGER });
    expect(page.records).toHaveLength(1024);
    expect(page.next).toBeDefined();
  });

  it('has no next when its last record is the last one', async () => {
    const source = makeSource(
      8,
      recordsAt(100, () => [45, 3]),
    );
    const { records, next } = await readAreaPage(source, france, { limit: 100 });
    expect([records.length, next]).toEqual([100, undefined]);
  });

  it('leaves out a record that moves while it is read, and one that is deleted', async () => {
    const source = makeSource(
      1,
      recordsAt(3, (number) => [45 + number, 3]),
    );
    source.beforeValues = () => {
      source.hashes[0]?.set('1', storeLocation({ coordinates: { latitude: 46.5, longitude: 3 } }));
      source.hashes[0]?.delete('2');
    };
    const { records } = await readAreaPage(source, france, { limit: 10 });
    expect(records.map(([id]) => id)).toEqual(['0']);
  });

  it('has a record once that moves ahead while its bucket is read', async () => {
    const source = makeSource(
      1,
      recordsAt(600, (number) => [42 + number / 1000, 3]),
    );
    const moved: LocationRecord = ['0', { coordinates: { latitude: 50, longitude: 3 } }];
    source.beforeMembers = () => source.commands.length === 1 && source.add(0, moved);
    const { records } = await readAreaPage(source, france, { limit: 1000 });
    expect(records).toHaveLength(600);
    expect(records.filter(([id]) => id === '0')).toEqual([moved]);
  });

  it("rejects when a member or a value is another program's", async () => {
    const source = makeSource(
      1,
      recordsAt(1, () => [45, 3]),
    );
    source.hashes[0]?.set('0', 'text');
    await expect(readAreaPage(source, france, { limit: 10 })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('the value of "0" in the hash "p:{0}" is not a Location'),
    });
    source.members[0]?.push(
      Buffer.concat([memberOf('a', { latitude: 45, longitude: 3 }), Buffer.from([255])]),
    );
    await expect(readAreaPage(source, france, { limit: 10 })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringMatching(
        /the member 0x[0-9a-f]+ff of the sorted set "p:\{0\}:area" is not a place; remove it/,
      ),
    });
  });
});

function recordsAt(count: number, place: (number: number) => readonly [number, number]): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => {
    const [latitude, longitude] = place(number);
    return [String(number), { coordinates: { latitude, longitude } }];
  });
}

/** Buckets in memory, with the records spread evenly, that count what is read. */
function makeSource(count: number, records: readonly LocationRecord[]) {
  const buckets = new Buckets('p', count);
  const keys = new Map(Array.from({ length: count }, (_, bucket) => [buckets.key(bucket), bucket]));
  const placesKeys = new Map([...keys].map(([key, bucket]) => [placesKey(key), bucket]));
  let underWay = 0;
  const source = {
    buckets,
    endpoint: 'test',
    hashes: Array.from({ length: count }, () => new Map<string, string>()),
    members: Array.from({ length: count }, (): Buffer[] => []),
    commands: [] as Args[],
    membersRead: 0,
    maxUnderWay: 0,
    beforeMembers: (): unknown => undefined,
    beforeValues: (): unknown => undefined,
    add(bucket: number, record: LocationRecord) {
      source.addAll(bucket, [record]);
    },
    addAll(bucket: number, records: readonly LocationRecord[]) {
      for (const [id, location] of records) {
        source.hashes[bucket]?.set(id, storeLocation(location));
        source.members[bucket]?.push(memberOf(id, location.coordinates));
      }
      source.members[bucket]?.sort(Buffer.compare);
    },
    async read(key: string, args: Args) {
      source.commands.push(args);
      source.maxUnderWay = Math.max(source.maxUnderWay, ++underWay);
      await null;
      underWay--;
      if (args[0] === 'HMGET') {
        source.beforeValues();
        const hash = source.hashes[keys.get(key) as number];
        return args.slice(2).map((id) => {
          const value = hash?.get(String(id));
          return value === undefined ? null : Buffer.from(value);
        });
      }
      const [, , start, end] = args as [string, string, Buffer, Buffer];
      const members = source.members[placesKeys.get(key) as number] ?? [];
      const min = start.toString('latin1', 0, 1) === '[' ? 0 : 1;
      const first = members.findIndex((member) => Buffer.compare(member, start.subarray(1)) >= min);
      const some = first === -1 ? [] : members.slice(first, first + Number(args.at(-1)));
      const read = some.filter((member) => Buffer.compare(member, end.subarray(1)) < 0);
      source.beforeMembers();
      source.membersRead += read.length;
      return read;
    },
  };
  for (let bucket = 0; bucket < Math.min(count, records.length); bucket++) {
    source.addAll(
      bucket,
      records.filter((_, index) => index % count === bucket),
    );
  }
  return source;
}

import { makeRecord, makeRecords } from '@location-records/dev-kit';
import { describe, expect, test } from 'vitest';
import { ContentSum, recordHash } from '../../src/copy/content-sum.ts';

describe('the sum of a content', () => {
  const sumOf = (records: Iterable<ReturnType<typeof makeRecord>>) => {
    const sum = new ContentSum();
    for (const record of records) sum.add(recordHash(record));
    return sum;
  };
  const records = makeRecords(20);

  test('is the same in any order', () => {
    expect(sumOf(records.toReversed()).equals(sumOf(records))).toBe(true);
    expect(sumOf(records).contentHash).toMatch(/^[\da-f]{64}$/);
  });

  test('of one record is SHA-256 of its JSON', () => {
    const location = { coordinates: { latitude: 1.5, longitude: -0 } };
    // printf '["a",null,1.5,0]' | sha256sum
    expect(sumOf([['a', location]]).contentHash).toBe(
      '5c426db5e3fb0d9d708ccce99b9c1a2d84c0ed85ee255adabc1cf4cf1d28b79b',
    );
  });

  test('differs for a duplicate record and for swapped Locations', () => {
    const [a, b] = [makeRecord(1), makeRecord(2)];
    expect(sumOf([...records, a]).equals(sumOf(records))).toBe(false);
    expect(sumOf([a, a, b]).equals(sumOf([a, b, b]))).toBe(false);
    expect(sumOf([a, a]).contentHash).not.toBe(sumOf([b, b]).contentHash);
    expect(
      sumOf([
        [a[0], b[1]],
        [b[0], a[1]],
      ]).equals(sumOf([a, b])),
    ).toBe(false);
  });

  test('counts the records with any hashes', () => {
    const sum = new ContentSum();
    sum.add(0n);
    expect(sum.equals(new ContentSum())).toBe(false);
  });

  test('can be put together and taken apart', () => {
    const [some, others] = [sumOf(records.slice(0, 7)), sumOf(records.slice(7))];
    expect(some.plus(others).equals(sumOf(records))).toBe(true);
    expect(sumOf(records).minus(some).equals(others)).toBe(true);
    expect(some.minus(some).contentHash).toBe('0'.repeat(64));
  });
});

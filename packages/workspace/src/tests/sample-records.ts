import type { LocationRecord } from '@location-records/core';

/** Identifiers that programs often handle wrongly. */
export const oddIds = [
  '\0',
  'a\0b',
  '__proto__',
  'constructor',
  '10',
  '\ufeff',
  '\uffff',
  '\u{10000}',
  '\u{1f5fa}',
  'e\u0301',
  '\u00e9',
  ' ',
  'a/b',
  'x'.repeat(100_000),
];

/** A record that is unique for its number. */
export function makeRecord(number: number): LocationRecord {
  return [
    `id-${String(number).padStart(6, '0')}`,
    { description: `description ${number}`, coordinates: { latitude: number / 7, longitude: number * 2 } },
  ];
}

/** The first `count` records. */
export function makeRecords(count: number): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => makeRecord(number));
}

import type { LocationRecord } from '@location-records/core';
import { oddIds } from '@location-records/dev-kit';
import fc from 'fast-check';

/** Texts that formats often handle wrongly: quotes, delimiters, line ends, NUL, formulas, what looks like a number. */
const oddTexts = [
  ...oddIds,
  '"',
  '""',
  'a"b',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\r\n',
  'a\nb',
  '\ufeffid',
  '\ufffd',
  '\x1e',
  '=1+1',
  '-1',
  '1e3',
  'null',
  '\\N',
  "'",
  '{"a":1}',
  'sep=;',
];

/** Any code point but a surrogate. The unit `binary` of fast-check takes a second to prepare. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '\0', 'a', ' ', '\ufeff') }),
  },
);

/** Any finite number but -0, which every format writes as 0. */
const number = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(5e-324, 1.7976931348623157e308, -1e-7, 1e21, 0.1 + 0.2, 2 ** 53, 48.208174),
  )
  .map((value) => value + 0);

const location = fc
  .record({ description: fc.option(text, { nil: undefined }), latitude: number, longitude: number })
  .map(({ description, latitude, longitude }) => ({
    ...(description !== undefined && { description }),
    coordinates: { latitude, longitude },
  }));

/** Any record that a store may hold. */
export const anyRecord: fc.Arbitrary<LocationRecord> = fc.tuple(
  text.filter((id) => id !== ''),
  location,
);

/** Any records with different identifiers. */
export const anyRecords: fc.Arbitrary<LocationRecord[]> = fc.uniqueArray(anyRecord, {
  selector: ([id]) => id,
  maxLength: 20,
});

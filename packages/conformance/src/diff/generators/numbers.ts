import fc from 'fast-check';

/** JSON numbers that services often read, store or write wrongly. */
const delicate = [
  '0',
  '-0',
  '-0.0',
  '1e0',
  '1E5',
  '1e+2',
  '-1.50',
  '0.1',
  '0.30000000000000004',
  '0.000001',
  '0.0000001',
  '1e20',
  '1e21',
  '123456789012345678901234567890',
  '9007199254740993',
  '3.14159265358979323846264338327950288',
  '2.2250738585072014e-308',
  '5e-324',
  '1e-400',
  '-1e-400',
  '1.7976931348623157e308',
  '90.0000001',
  '-180.5',
] as const;

/** Values that are not a finite JSON number. */
const refused = [
  '1e999',
  '-1e999',
  '01',
  '+1',
  '.5',
  '1.',
  '1e',
  '-',
  'NaN',
  'Infinity',
  '0x10',
  '1_0',
  '"1"',
  '""',
  'null',
  'true',
  '[1]',
  '{}',
] as const;

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 25 });

/** Decimals of up to 28 digits. A double keeps about 17. */
const long = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(999), digits, fc.constantFrom('', 'e-9', 'E3'))
  .map(([sign, whole, fraction, exponent]) => `${sign}${whole}.${fraction}${exponent}`);

/** The JSON text of a coordinate, mostly a number. */
export const numbers: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { weight: 16, arbitrary: fc.integer({ min: -90, max: 90 }).map(String) },
  { weight: 4, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 4, arbitrary: long },
  { weight: 4, arbitrary: fc.constantFrom(...delicate) },
  { weight: 2, arbitrary: fc.constantFrom(...refused) },
);

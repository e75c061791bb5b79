import fc from 'fast-check';

/** The values of the field `Content-Type`, one element for each line. */
const accepted: readonly (readonly string[])[] = [
  ['Application/JSON'],
  ['application/json; charset=utf-8'],
  ['application/json ;charset=iso-8859-1'],
  ['application/json;'],
  ['application/json; =; "a'],
  ['application/json; profile="a,b"'],
];

const refused: readonly (readonly string[])[] = [
  [],
  [''],
  ['text/plain'],
  ['text/json'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/problem+json'],
  ['application/jsonx'],
  ['application/json x'],
  ['application'],
  ['*/*'],
  ['text/plain; application/json'],
  ['application/json, application/json'],
  ['application/json,'],
  ['application/json; profile="a, b"'],
  ['application/json; profile="', 'text/plain'],
  ['application/json', 'application/json'],
  ['application/json', 'text/plain'],
  ['text/plain', 'application/json'],
];

/** The content types of a write, mostly JSON. */
export const contentTypes: fc.Arbitrary<readonly string[]> = fc.oneof(
  { withCrossShrink: true },
  { weight: 14, arbitrary: fc.constant(['application/json']) },
  { weight: 1, arbitrary: fc.constantFrom(...accepted) },
  { weight: 1, arbitrary: fc.constantFrom(...refused) },
);

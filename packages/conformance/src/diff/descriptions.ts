import fc from 'fast-check';

/** JSON values of a description that are read, kept or written wrongly most often. */
const delicate = [
  '""',
  'null',
  '" a "',
  '"é"',
  '"e\u0301"',
  '"😀"',
  '"\\ud83d\\ude00"',
  '"\\u0000"',
  '"\\u001f\\t\\n"',
  '"\\/\\"\\\\"',
  '"<b>&amp;\'"',
  '"\u2028\u0085\u007f"',
  '"\ufeff"',
  '"\ufffd\uffff"',
  '"__proto__"',
  '"%41+?"',
] as const;

/** Values that are no description, or no JSON. */
const refused = [
  '5',
  'true',
  '{}',
  '["a"]',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\uD83D"',
  '"\\x41"',
  '"\t"',
  '"\0"',
  "'a'",
  '"a',
  'undefined',
] as const;

/** The JSON text that stands for a description in a body; `undefined` where there is no such member. */
export const descriptions: fc.Arbitrary<string | undefined> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.constantFrom('"a"', '"b"') },
  { weight: 3, arbitrary: fc.constantFrom(...delicate) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.constantFrom(...refused) },
);

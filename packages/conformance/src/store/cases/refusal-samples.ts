/** A wrong value, with what it is for a message. Of any type, as whoever writes plain JavaScript may give it. */
type Sample = readonly [what: string, value: never];

const lone: readonly Sample[] = samples({
  'a lone high surrogate': '\ud800',
  'a lone low surrogate': 'a\udc00b',
  'surrogates in the wrong order': '\udc00\ud800',
});

const neither: readonly Sample[] = samples({
  null: null,
  'a boolean': true,
  'a symbol': Symbol('a'),
  'a function': () => 'a',
  'an object': {},
});

/** Whatever can be no identifier. */
export const wrongIdentifiers: readonly Sample[] = [
  ...lone,
  ...neither,
  ...samples({
    undefined,
    'the empty string': '',
    'a number': 1,
    'an array': ['a'],
    'a string object': Object('a'),
  }),
];

/** Whatever can be no description. */
export const wrongDescriptions: readonly Sample[] = [
  ...lone,
  ...neither,
  ...samples({ 'a number': 0, 'an array': ['a'], 'a string object': Object('a') }),
];

/** Whatever can be no coordinate. */
export const wrongDegrees: readonly Sample[] = [
  ...neither,
  ...samples({
    undefined,
    NaN: Number.NaN,
    Infinity: Number.POSITIVE_INFINITY,
    '-Infinity': Number.NEGATIVE_INFINITY,
    'a string': '1',
    'the empty string': '',
    'a bigint': 1n,
    'an array': [1],
    'a number object': Object(1),
    'a date': new Date(0),
  }),
];

/** Whatever has no coordinates. */
export const wrongLocations: readonly Sample[] = [
  ...neither,
  ...samples({
    undefined,
    'a number': 1,
    'a string': 'a',
    'an array': [1, 2],
    'an object without coordinates': { latitude: 1, longitude: 2 },
    'an object with null for coordinates': { coordinates: null },
    'an object with an array for coordinates': { coordinates: [1, 2] },
    'an object with empty coordinates': { coordinates: {} },
  }),
];

function samples(values: Readonly<Record<string, unknown>>): readonly Sample[] {
  return Object.entries(values) as [string, never][];
}

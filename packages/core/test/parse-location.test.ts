import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Location } from '../src/location.ts';
import { canonicalLocation, formatLocation } from '../src/location.ts';
import type { ParseRules } from '../src/parse-location.ts';
import { InvalidBody, readLocation } from '../src/parse-location.ts';
import { anyText } from './any-text.ts';

const lax: Rules = { strictCoordinates: false, ignoreUnknownMembers: false };
type Rules = Omit<ParseRules, 'bodyLimit'>;

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const anything = fc.jsonValue({ maxDepth: 2 });
const text = fc.oneof(anyText(), fc.constantFrom('', '\ud800', 'a\udc00'));
const unknownMember = fc.constantFrom(
  'x',
  'Description',
  '__proto__',
  'constructor',
  'elevation',
  'latitude',
);

/** Objects that are close to a Location: each member is mostly right, sometimes absent, sometimes anything. */
const coordinates = members({ latitude: finite, longitude: finite });
const candidate = fc.oneof(
  { weight: 9, arbitrary: members({ description: fc.oneof(text, fc.constant(null)), coordinates }) },
  anything,
);
const rules = fc.record({ strictCoordinates: fc.boolean(), ignoreUnknownMembers: fc.boolean() });

describe('readLocation', () => {
  it('accepts exactly what has the shape of a Location', () => {
    fc.assert(
      fc.property(candidate, rules, (value, chosen) => {
        const json = JSON.stringify(value);
        expect(readText(json, chosen)).toEqual(oracle(JSON.parse(json), chosen));
      }),
      { numRuns: 5000 },
    );
  });

  it('reads back what formatLocation writes, and writes what JSON.stringify would', () => {
    const location = fc.record(
      {
        description: anyText(),
        coordinates: fc.record({ latitude: finite, longitude: finite }),
      },
      { requiredKeys: ['coordinates'] },
    );
    fc.assert(
      fc.property(location, ({ description, coordinates: { latitude, longitude } }) => {
        const canonical = { description, coordinates: { latitude: latitude + 0, longitude: longitude + 0 } };
        const json = formatLocation(canonical, false);
        expect(json).toBe(JSON.stringify(canonical));
        expect(readText(json, lax)).toEqual(canonical);
        const foreign = { more: 1, coordinates: { more: 2, longitude, latitude }, description };
        for (const isNull of [false, true]) {
          const expected = formatLocation(canonical, isNull);
          expect(JSON.stringify(canonicalLocation(foreign, isNull))).toBe(expected);
        }
        expect(JSON.parse(formatLocation(canonical, true))).toEqual({
          ...canonical,
          description: description ?? null,
        });
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [
      'a description that is null',
      '{"description":null,"coordinates":{"latitude":1,"longitude":2}}',
      undefined,
    ],
    ['an empty description', '{"description":"","coordinates":{"latitude":1,"longitude":2}}', ''],
    ['members in another order', '{"coordinates":{"longitude":2,"latitude":1},"description":"a"}', 'a'],
    [
      'the last of duplicate members',
      '{"description":"a","description":"b","coordinates":{"latitude":1,"longitude":2}}',
      'b',
    ],
    [
      'white space around',
      ' \n\t{ "coordinates" : { "latitude" : 1.0 , "longitude" : 0.2e1 } }\r\n',
      undefined,
    ],
  ])('reads %s', (_, json, description) => {
    expect(readText(json, lax)).toStrictEqual({
      ...(description === undefined ? {} : { description }),
      coordinates: { latitude: 1, longitude: 2 },
    });
  });

  it.each(['', ' ', 'null', '[]', '"a"', '{}', '{"coordinates":null}', '{"coordinates":[1,2]}'])(
    'refuses %j',
    (json) => {
      expect(readText(json, lax)).toBeUndefined();
    },
  );

  it.each([
    ['1e999', undefined],
    ['-1e999', undefined],
    ['NaN', undefined],
    ['01', undefined],
    ['+1', undefined],
    ['"1"', undefined],
    ['true', undefined],
    ['-0', 0],
    ['-0.0e5', 0],
    ['5e-324', 5e-324],
    ['1e-999', 0],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['0.30000000000000004', 0.1 + 0.2],
  ])('reads the number %s as %s', (number, expected) => {
    const read = readText(`{"coordinates":{"latitude":${number},"longitude":${number}}}`, lax);
    expect(read?.coordinates.latitude).toBe(expected);
    expect(read?.coordinates.longitude).toBe(expected);
  });

  it.each([
    [90, 180, true],
    [-90, -180, true],
    [90.000000001, 0, false],
    [-90.000000001, 0, false],
    [0, 180.000000001, false],
    [0, -180.000000001, false],
    [180, 90, false],
  ])('with strictCoordinates finds %s, %s within the ranges: %s', (latitude, longitude, valid) => {
    const json = JSON.stringify({ coordinates: { latitude, longitude } });
    expect(readText(json, { ...lax, strictCoordinates: true }) !== undefined).toBe(valid);
    expect(readText(json, lax)).toBeDefined();
  });
});

/** Reads a body that has arrived as a whole. */
function readText(text: string, rules: Rules): Location | undefined {
  const bytes = new TextEncoder().encode(text);
  const read = readLocation({ bytes, received: bytes, isWhole: true }, { ...rules, bodyLimit: 4096 });
  return read instanceof InvalidBody ? undefined : read;
}

/** An object with each of these members mostly as given, and sometimes one more. */
function members(shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const mostly = Object.entries(shape).map(([name, value]) =>
    fc.oneof(
      { weight: 12, arbitrary: value.map((chosen) => [[name, chosen]]) },
      anything.map((chosen) => [[name, chosen]]),
      fc.constant([]),
    ),
  );
  const more = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    fc.tuple(unknownMember, anything).map((entry) => [entry]),
  );
  // `fromEntries` defines `__proto__` as a member like any other, as JSON.parse does.
  return fc.tuple(...mostly, more).map((parts) => Object.fromEntries(parts.flat() as [string, unknown][]));
}

/** SPEC section 2 once more, member by member. */
function oracle(value: unknown, { strictCoordinates, ignoreUnknownMembers }: Rules): unknown {
  const outer = entries(value);
  const inner = entries(outer?.get('coordinates'));
  if (!outer || !inner) return undefined;
  const unknown =
    [...outer.keys()].some((name) => name !== 'description' && name !== 'coordinates') ||
    [...inner.keys()].some((name) => name !== 'latitude' && name !== 'longitude');
  if (unknown && !ignoreUnknownMembers) return undefined;
  const [latitude, longitude] = [inner.get('latitude'), inner.get('longitude')];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined;
  if (strictCoordinates && (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180))
    return undefined;
  const read = { coordinates: { latitude: Number(latitude) || 0, longitude: Number(longitude) || 0 } };
  const description = outer.get('description') ?? undefined;
  if (description === undefined) return read;
  if (typeof description !== 'string' || /\p{Surrogate}/u.test(description)) return undefined;
  return { description, ...read };
}

function entries(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareIdentifiers, createHandler, createMemoryStore, type HandlerOptions } from '../src/index.ts';
import { anyText } from './any-text.ts';
import { request } from './requests.ts';

type Rules = Pick<HandlerOptions, 'strictCoordinates' | 'unknownMembers'>;

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

/**
 * Objects that are close to a Location: each member is mostly right, sometimes absent, sometimes anything.
 */
const coordinates = members({ latitude: finite, longitude: finite });
const candidate = fc.oneof(
  { weight: 9, arbitrary: members({ description: fc.oneof(text, fc.constant(null)), coordinates }) },
  anything,
);
const rules = fc.record({
  strictCoordinates: fc.boolean(),
  unknownMembers: fc.constantFrom('reject' as const, 'ignore' as const),
});

/** Stores a body; `undefined` if it was refused. */
async function stored(json: string, options: Rules = {}) {
  const store = createMemoryStore();
  const { status } = await createHandler({ ...options, store, bodyLimit: 100_000 })(
    request('POST', '/a', json),
  );
  expect(status).toBe(store.size === 1 ? 200 : 400);
  return store.peek('a');
}

it('a POST stores a body exactly if it has the shape of a Location', async () => {
  await fc.assert(
    fc.asyncProperty(candidate, rules, async (value, chosen) => {
      const json = JSON.stringify(value);
      expect(await stored(json, chosen)).toEqual(oracle(JSON.parse(json), chosen));
    }),
    { numRuns: 3000 },
  );
});

it.each([
  ['null as no description', '{"description":null,"coordinates":{"latitude":1,"longitude":2}}', undefined],
  ['an empty description', '{"description":"","coordinates":{"latitude":1,"longitude":2}}', ''],
  ['members in another order', '{"coordinates":{"longitude":2,"latitude":1},"description":"a"}', 'a'],
  [
    'the last of duplicates',
    '{"description":"a","description":"b","coordinates":{"latitude":1,"longitude":2}}',
    'b',
  ],
  [
    'white space around',
    ' \n\t{ "coordinates" : { "latitude" : 1.0 , "longitude" : 0.2e1 } }\r\n',
    undefined,
  ],
])('a POST accepts %s', async (_, json, description) => {
  expect(await stored(json)).toStrictEqual({
    ...(description === undefined ? {} : { description }),
    coordinates: { latitude: 1, longitude: 2 },
  });
});

it.each([
  ['1e999', undefined],
  ['NaN', undefined],
  ['01', undefined],
  ['"1"', undefined],
  ['-0', 0],
  ['5e-324', 5e-324],
  ['1e-999', 0],
  ['1.7976931348623157e308', Number.MAX_VALUE],
])('a POST reads the number %s as %s', async (number, expected) => {
  const read = await stored(`{"coordinates":{"latitude":${number},"longitude":${number}}}`);
  expect(read?.coordinates.latitude).toBe(expected);
  expect(read?.coordinates.longitude).toBe(expected);
});

it('the body of GET is canonical JSON with its length in bytes', async () => {
  const description = fc.option(anyText({ maxLength: 300 }), { nil: undefined });
  const absent = fc.constantFrom('omit' as const, 'null' as const);
  await fc.assert(
    fc.asyncProperty(description, finite, finite, absent, async (description, x, y, absentDescription) => {
      const location = {
        coordinates: { longitude: x, latitude: y },
        ...(description !== undefined && { description }),
      };
      const handle = createHandler({ store: createMemoryStore([['a', location]]), absentDescription });
      const { headers, body } = await handle(request('GET', '/a'));
      const shown = description ?? (absentDescription === 'null' ? null : undefined);
      expect(body).toBe(JSON.stringify({ description: shown, coordinates: { latitude: y, longitude: x } }));
      expect(headers['Content-Length']).toBe(String(Buffer.byteLength(body as string)));
    }),
    { numRuns: 500 },
  );
});

it('compareIdentifiers orders as Buffer.compare orders UTF-8 bytes', () => {
  const id = fc.string({
    unit: fc.constantFrom('a', 'b', '\0', '\u{d7ff}', '\u{e000}', '\uffff', '\u{10000}', '\u{10ffff}'),
  });
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(Math.sign(compareIdentifiers(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

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
function oracle(value: unknown, { strictCoordinates, unknownMembers }: Rules): unknown {
  const outer = entries(value);
  const inner = entries(outer?.get('coordinates'));
  if (!outer || !inner) return undefined;
  const unknown =
    [...outer.keys()].some((name) => name !== 'description' && name !== 'coordinates') ||
    [...inner.keys()].some((name) => name !== 'latitude' && name !== 'longitude');
  if (unknown && unknownMembers === 'reject') return undefined;
  const [latitude, longitude] = [inner.get('latitude'), inner.get('longitude')];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined;
  const isBeyond = Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180;
  if (strictCoordinates && isBeyond) return undefined;
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

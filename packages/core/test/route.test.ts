import fc from 'fast-check';
import { expect, it } from 'vitest';
import { URL } from 'whatwg-url';
import { findRoute, parseBasePath, segmentsBelow } from '../src/adapter-kit.ts';
import { anyText } from './any-text.ts';

const characters = ['/', '\\', '.', '%', '2', 'e', 'E', 'a', '?', '#', 'é', '+', ':', '\u{1f600}'];
const rest = fc.string({
  unit: fc.constantFrom(...characters, '/', '.', '%2e', '%2F', '%5C'),
  maxLength: 12,
});
const path = fc.tuple(fc.constantFrom('/', '\\'), rest).map((parts) => parts.join(''));
const origin = fc.constantFrom('http://h', 'HTTP://h:8080', 'https://user@h', 'http:\\\\h', 'ws://h');
const absolute = fc
  .tuple(origin, fc.oneof(path, fc.constantFrom('', '?x', '#x')))
  .map((parts) => parts.join(''));
const bases = fc.constantFrom([], ['a'], ['a', 'é'], ['.%2e/']);

it('findRoute reads a path as the URL class does, below any base', () => {
  fc.assert(
    fc.property(path, bases, (target, base) => {
      const mounted = base.map((segment) => `/${encodeURIComponent(segment)}`).join('') + target;
      expect(findRoute(mounted, base)).toMatchObject(routeOf(oracle(`http://h${mounted}`), base));
      expect(findRoute(target, base)).toMatchObject(routeOf(oracle(`http://h${target}`), base));
    }),
    { numRuns: 3000 },
  );
});

it('findRoute reads an absolute-form target as the URL class does', () => {
  fc.assert(
    fc.property(absolute, bases, (target, base) => {
      expect(findRoute(target, base)).toMatchObject(routeOf(oracle(target), base));
    }),
    { numRuns: 1000 },
  );
});

it('findRoute decodes every identifier that encodeURIComponent encodes, except dot segments', () => {
  fc.assert(
    fc.property(anyText({ minLength: 1 }), (id) => {
      fc.pre(id !== '.' && id !== '..');
      expect(findRoute(`/${encodeURIComponent(id)}`, [])).toEqual({ kind: 'record', id });
    }),
  );
});

it.each([
  ['/a+b', { kind: 'record', id: 'a+b' }],
  ['/%252F', { kind: 'record', id: '%2F' }],
  ['/%00', { kind: 'record', id: '\0' }],
  ['/__proto__', { kind: 'record', id: '__proto__' }],
  ['', { kind: 'collection' }],
  ['?x', { kind: 'collection' }],
  ['/a/..', { kind: 'collection' }],
  ['/a/', { kind: 'unknown' }],
  ['//a', { kind: 'unknown' }],
  ['*', { kind: 'unknown' }],
  ['a', { kind: 'unknown' }],
  ['h:80', { kind: 'unknown' }],
])('findRoute(%j) is %j', (target, route) => {
  expect(findRoute(target, [])).toMatchObject(route);
});

it.each(['%', '%2', '%zz', 'a%', '%FF', '%C3', '%C3%28', '%ED%A0%80', '%F4%90%80%80', '%C0%80', '\ud800'])(
  'findRoute finds no valid identifier in the segment %j',
  (segment) => {
    expect(findRoute(`/${segment}`, [])).toMatchObject({ kind: 'invalid-identifier' });
  },
);

it.each([
  ['/-/records?limit=5', [], ['-', 'records']],
  ['/v1/-/tiles/0/0/0.mvt', ['v1', '-'], ['tiles', '0', '0', '0.mvt']],
  ['/v%31/%2D/x%2Fy/', ['v1', '-'], ['x/y', '']],
  ['/v1', ['v1'], []],
  ['/', [], ['']],
  ['/v2/-/records', ['v1'], undefined],
  ['*', [], undefined],
  ['/-/%zz', ['-'], ['%zz']],
])('segmentsBelow(%j, %j) is %j', (target, base, segments) => {
  expect(segmentsBelow(target, base)).toEqual(segments);
});

it('parseBasePath decodes the segments of a base path, with or without a slash at its end', () => {
  expect(parseBasePath('/')).toEqual([]);
  expect(parseBasePath('/caf%C3%A9%2F/b/')).toEqual(['café/', 'b']);
});

/**
 * The decoded segments of a URL's path. Not by the class of Node.js, which before version 24 left a dot
 * segment behind `//.a/`.
 */
function oracle(url: string): (string | undefined)[] {
  return new URL(url).pathname.slice(1).split('/').map(decode);
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function routeOf(
  segments: readonly (string | undefined)[],
  base: readonly string[],
): Pick<ReturnType<typeof findRoute>, 'kind'> & { readonly id?: string } {
  const inside = base.every((segment, index) => segments[index] === segment);
  const below = segments.slice(base.length);
  if (!inside || below.length > 1) return { kind: 'unknown' };
  if (below.length === 0 || below[0] === '') return { kind: 'collection' };
  return below[0] === undefined ? { kind: 'invalid-identifier' } : { kind: 'record', id: below[0] };
}

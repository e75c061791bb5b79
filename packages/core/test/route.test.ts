import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { URL } from 'whatwg-url';
import { decodeSegment, findRoute, pathSegments, type Route, segmentsBelow } from '../src/route.ts';
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

describe('pathSegments', () => {
  it('reads a path as the URL class does', () => {
    fc.assert(
      fc.property(path, (target) => {
        expect(pathSegments(target)?.map(decodeSegment)).toEqual(oracle(`http://h${target}`));
      }),
      { numRuns: 3000 },
    );
  });

  it('reads an absolute-form target as the URL class does', () => {
    fc.assert(
      fc.property(absolute, (target) => {
        expect(pathSegments(target)?.map(decodeSegment)).toEqual(oracle(target));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['*', 'a', 'a/b', 'h:80', '.', '%2F'])('does not find a path in %j', (target) => {
    expect(pathSegments(target)).toBeUndefined();
  });

  it.each(['', '?x', '#x', '/', '\\', '/?a/b', '/.', '/..', '/a/..', '/%2e', '/a/%2E.'])(
    'reads %j as the root',
    (target) => {
      expect(pathSegments(target)).toEqual(['']);
    },
  );
});

describe('decodeSegment', () => {
  it('reverses encodeURIComponent for every well-formed string', () => {
    fc.assert(
      fc.property(anyText(), (id) => {
        expect(decodeSegment(encodeURIComponent(id))).toBe(id);
      }),
    );
  });

  it.each(['%', '%2', '%zz', 'a%', '%FF', '%C3', '%C3%28', '%ED%A0%80', '%F4%90%80%80', '%C0%80', '\ud800'])(
    'refuses %j',
    (segment) => {
      expect(decodeSegment(segment)).toBeUndefined();
    },
  );
});

describe('findRoute', () => {
  const bases = fc.constantFrom([], ['a'], ['a', 'é'], ['.%2e/']);

  it('finds what the URL class sees below the base', () => {
    fc.assert(
      fc.property(path, bases, (target, base) => {
        const mounted = base.map((segment) => `/${encodeURIComponent(segment)}`).join('') + target;
        expect(findRoute(mounted, base)).toMatchObject(routeOf(oracle(`http://h${mounted}`), base));
        expect(findRoute(target, base)).toMatchObject(routeOf(oracle(`http://h${target}`), base));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['/a', { kind: 'record', id: 'a' }],
    ['/a?b', { kind: 'record', id: 'a' }],
    ['/a+b', { kind: 'record', id: 'a+b' }],
    ['/a%20', { kind: 'record', id: 'a ' }],
    ['/a%2Fb', { kind: 'record', id: 'a/b' }],
    ['/%252F', { kind: 'record', id: '%2F' }],
    ['/%00', { kind: 'record', id: '\0' }],
    ['/__proto__', { kind: 'record', id: '__proto__' }],
    ['/...', { kind: 'record', id: '...' }],
    ['http://h/a', { kind: 'record', id: 'a' }],
    ['/', { kind: 'collection' }],
    ['', { kind: 'collection' }],
    ['http://h', { kind: 'collection' }],
    ['/%', { kind: 'invalid-identifier' }],
    ['/a/', { kind: 'unknown' }],
    ['//', { kind: 'unknown' }],
    ['//a', { kind: 'unknown' }],
    ['/a/b', { kind: 'unknown' }],
    ['/a\\b', { kind: 'unknown' }],
    ['*', { kind: 'unknown' }],
  ])('reads %j', (target, route) => {
    expect(findRoute(target, [])).toMatchObject(route);
  });
});

/** The decoded segments, as the URL class of the WHATWG cuts them. */
/** Not by the class of Node.js, which before version 24 left a dot segment behind `//.a/`. */
function oracle(url: string): (string | undefined)[] {
  return new URL(url).pathname.slice(1).split('/').map(decodeSegment);
}

function routeOf(
  segments: readonly (string | undefined)[],
  base: readonly string[],
): Pick<Route, 'kind'> & { readonly id?: string } {
  const inside = base.every((segment, index) => segments[index] === segment);
  const below = segments.slice(base.length);
  if (!inside || below.length > 1) return { kind: 'unknown' };
  if (below.length === 0 || below[0] === '') return { kind: 'collection' };
  return below[0] === undefined ? { kind: 'invalid-identifier' } : { kind: 'record', id: below[0] };
}

describe('segmentsBelow', () => {
  it.each([
    ['/-/records?limit=5', [], ['-', 'records']],
    ['/v1/-/tiles/0/0/0.mvt', ['v1', '-'], ['tiles', '0', '0', '0.mvt']],
    ['/v%31/%2D/x%2Fy/', ['v1', '-'], ['x/y', '']],
    ['/v1', ['v1'], []],
    ['/', [], ['']],
  ])('of %s below %j are %j', (target, base, segments) => {
    expect(segmentsBelow(target, base)).toEqual(segments);
  });

  it.each([
    ['/v2/-/records', ['v1']],
    ['*', []],
    ['/-/%zz', ['-']],
    ['/%ff/records', ['-']],
  ])('of %s below %j are undefined', (target, base) => {
    expect(segmentsBelow(target, base)).toBeUndefined();
  });
});

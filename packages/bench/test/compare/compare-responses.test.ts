import { describe, expect, test } from 'vitest';
import { differing, isSpecified, probes, unexplained } from '../../src/compare/compare-responses.ts';
import { httpContestants } from '../../src/compare/contestants.ts';

describe('a response is as specified', () => {
  const body = '{"description":"a","coordinates":{"latitude":1,"longitude":2}}';

  test('in any order of its members', () => {
    const other = '{"coordinates":{"longitude":2,"latitude":1},"description":"a"}';
    expect(isSpecified({ status: 200, body }, { status: 200, body: other })).toBe(true);
  });

  test.each([
    ['another status', { status: 201, body }],
    ['another value', { status: 200, body: body.replace('1', '3') }],
    ['one member more', { status: 200, body: body.replace('{', '{"id":"x",') }],
    ['no body', { status: 200, body: '' }],
  ])('not with %s', (_, response) => {
    expect(isSpecified({ status: 200, body }, response)).toBe(false);
  });

  test('with an empty body where none is specified, and not with another', () => {
    expect(isSpecified({ status: 200 }, { status: 200, body: '' })).toBe(true);
    expect(isSpecified({ status: 200 }, { status: 200, body: '{}' })).toBe(false);
  });
});

test('a response that is missing or differs is known by its title', () => {
  const asked = ['first', 'second', 'third'].map((title) => {
    return { title, operation: { method: 'GET', id: title }, status: 200, body: '{}' } as const;
  });
  const responses = [
    { status: 200, body: '{ }' },
    { status: 404, body: '{}' },
  ];
  expect(differing(asked, responses)).toEqual(['second', 'third']);
});

test('a difference needs a reason, and a reason a difference', () => {
  expect(unexplained(['POST'], { POST: 'reason' })).toEqual([]);
  expect(unexplained(['POST'], {})).toEqual(['POST: not as specified']);
  expect(unexplained([], { POST: 'reason' })).toEqual([
    'POST: as specified, although a difference is listed',
  ]);
});

test('each contestant differs only in probes that there are', () => {
  const titles = probes.map(({ title }) => title);
  for (const { differences } of httpContestants('folder')) {
    expect(Object.keys(differences).filter((title) => !titles.includes(title))).toEqual([]);
  }
});

test('the command has no differences', () => {
  const own = httpContestants('folder').find(({ name }) => name === 'location-records');
  expect(own?.differences).toEqual({});
});

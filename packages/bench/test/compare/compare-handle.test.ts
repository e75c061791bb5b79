import { describe, expect, test } from 'vitest';
import { namedWays, probeRequests, requestTables } from '../../src/compare/compare-handle.ts';
import { differing, probes, unexplained } from '../../src/compare/compare-responses.ts';
import { httpContestants } from '../../src/compare/contestants.ts';
import { ways } from '../../src/compare/in-process/ways.mjs';

test('there is a table for each work, with the ratio as the median of those within each round', () => {
  const tables = requestTables([
    { name: 'own', costs: { PUT: [2, 4, 8], POST: [1, 1, 1] } },
    { name: 'other', costs: { PUT: [6, 8, 16], POST: [5, 5, 5] } },
  ]);
  expect(tables.map(({ title, rows }) => [title, rows])).toEqual([
    [
      'PUT',
      [
        ['own', '4.0', '3.0-6.0', '1.00'],
        ['other', '8.0', '7.0-12.0', '2.00'],
      ],
    ],
    [
      'POST',
      [
        ['own', '1.0', '1.0-1.0', '1.00'],
        ['other', '5.0', '5.0-5.0', '5.00'],
      ],
    ],
  ]);
});

describe('without a network', () => {
  test('each way has a name', () => {
    expect(namedWays.map(({ way }) => way).sort()).toEqual(Object.keys(ways).sort());
  });

  test.each(namedWays)('$name responds as $contestant does over HTTP', async ({ way, contestant }) => {
    const respond = await ways[way]();
    const responses = [];
    for (const asked of probeRequests()) responses.push(await respond(asked));
    const { differences = {} } = httpContestants('folder').find(({ name }) => name === contestant) ?? {};
    expect(unexplained(differing(probes, responses), differences)).toEqual([]);
  });
});

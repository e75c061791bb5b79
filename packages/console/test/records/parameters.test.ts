import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameterNames, readParameters } from '../../src/records/parameters.ts';
import { RequestFault } from '../../src/records/request-fault.ts';

/** The message about a query that is refused. */
function refusalOf(query: string): string {
  try {
    readParameters(`/-/records?${query}`);
  } catch (error) {
    if (error instanceof RequestFault) return error.message;
    throw error;
  }
  throw new Error(`${query} is not refused.`);
}

describe('the parameters', () => {
  it.each([
    ['/-/records', []],
    ['/-/records?', []],
    ['/-/records?&&', []],
    ['/-/records#?limit=5', []],
    ['/-/records?limit=5#&f=json', [['limit', '5']]],
    ['/-/records?limit', [['limit', '']]],
    ['/-/records?cursor=a=b?c', [['cursor', 'a=b?c']]],
    ['http://host/-/records?%62box=1%2C2', [['bbox', '1,2']]],
    [
      '/-/records?near=1,+2&f=caf%C3%A9',
      [
        ['near', '1, 2'],
        ['f', 'café'],
      ],
    ],
  ] as const)('of %s are read', (target, expected) => {
    expect([...readParameters(target)]).toEqual(expected);
  });

  it('are the decoded text that was encoded, whatever it has', () => {
    const values = fc.record(
      { bbox: fc.string({ unit: 'grapheme' }), limit: fc.string({ unit: 'grapheme' }), f: fc.string() },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(values, (given) => {
        const target = `/-/records?${new URLSearchParams(given)}`;
        expect(Object.fromEntries(readParameters(target))).toEqual(given);
      }),
    );
  });

  it.each([
    ['bbx=1', 'Unknown parameter "bbx". Known parameters: bbox, near, radius, limit, f, cursor.'],
    ['BBOX=1', 'Unknown parameter "BBOX". Known parameters: bbox, near, radius, limit, f, cursor.'],
    ['format=json', 'Unknown parameter "format". Known parameters: bbox, near, radius, limit, f, cursor.'],
    ['q=1', 'Unknown parameter "q". Known parameters: bbox, near, radius, limit, f, cursor.'],
    ['=1', 'Unknown parameter "". Known parameters: bbox, near, radius, limit, f, cursor.'],
    ['__proto__=1', 'Unknown parameter "__proto__". Known parameters: bbox, near, radius, limit, f, cursor.'],
    ['%zz=1', 'Unknown parameter "%zz". Known parameters: bbox, near, radius, limit, f, cursor.'],
    ['limit=%FF', 'The parameter "limit" must be percent-encoded UTF-8.'],
    ['limit=1&limit=1', 'The parameter "limit" must come once.'],
    ['bbox=1&%62box=2', 'The parameter "bbox" must come once.'],
  ])('?%s are refused with the name of the parameter', (query, message) => {
    expect(refusalOf(query)).toBe(message);
  });

  it('shows the beginning of a long name', () => {
    expect(refusalOf('x'.repeat(10_000))).toMatch(/^Unknown parameter "x{60}…"\. Known/);
  });

  it('are refused with every other name', () => {
    const names = fc
      .string({ unit: 'grapheme' })
      .filter((name) => !parameterNames.some((known) => known === name));
    fc.assert(
      fc.property(names, (name) => {
        expect(refusalOf(`${encodeURIComponent(name).replaceAll('%20', '+')}=1`)).toContain('parameter');
      }),
    );
  });

  it('have reasons without what the client sent', () => {
    expect(() => readParameters('/-/records?secret=1')).toThrow(
      expect.objectContaining({ reason: 'unknown parameter', status: 400 }),
    );
  });
});

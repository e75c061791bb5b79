import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOpenMember } from '../src/parse-location.ts';

describe('findOpenMember', () => {
  it('finds the innermost member that JSON leaves open, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        let text = '';
        for (const [piece, member] of write(value, undefined)) {
          for (const unit of piece) {
            text += unit;
            expect([text, findOpenMember(text)]).toEqual([text, member]);
          }
        }
        expect(text).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each([
    ['', undefined],
    ['}]{', undefined],
    ['"a":"b', 'a'],
    ['{"a" : [{"b":1}, "c', 'a'],
    ['{"a":"\\', 'a'],
    ['{"\\"a\\u0041":"', '\\"a\\u0041'],
    ['{"":"a', ''],
  ])('in %j finds %j', (text, member) => {
    expect(findOpenMember(text)).toBe(member);
  });
});

/** The pieces of JSON text, each with the innermost member that is open behind each of its characters. */
function* write(
  value: unknown,
  member: string | undefined,
): Generator<readonly [piece: string, member: string | undefined]> {
  if (typeof value !== 'object' || value === null) {
    yield [JSON.stringify(value), member];
    return;
  }
  const isArray = Array.isArray(value);
  yield [isArray ? '[' : '{', member];
  let separator = '';
  for (const [name, element] of Object.entries(value)) {
    yield [separator, member];
    separator = ',';
    if (!isArray) yield [JSON.stringify(name), member];
    const written = JSON.stringify(name).slice(1, -1);
    if (!isArray) yield [':', written];
    yield* write(element, isArray ? member : written);
  }
  yield [isArray ? ']' : '}', member];
}

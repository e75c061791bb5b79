import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCoordinate } from '../../src/csv/coordinate-text.ts';
import { Refusal } from '../../src/refusal.ts';

function refusalOf(text: string): Refusal {
  try {
    readCoordinate(text, 'latitude');
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it is not refused');
}

describe('a coordinate in CSV', () => {
  it('is any number as JSON and JavaScript write it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(readCoordinate(`${number}`, 'latitude')).toBe(number + 0);
        expect(readCoordinate(JSON.stringify(number), 'latitude')).toBe(number + 0);
      }),
    );
  });

  it.each([
    [' 48.2', 48.2],
    ['48.2\t ', 48.2],
    ['+48.2', 48.2],
    ['1E2', 100],
    ['0.10', 0.1],
    ['48.20817000000000001', 48.20817],
  ])('may be %j', (text, number) => {
    expect(readCoordinate(text, 'latitude')).toBe(number);
  });

  it.each(['', ' ', '\t'])('may be missing: %j', (text) => {
    expect(readCoordinate(text, 'latitude')).toBeUndefined();
  });

  it.each([
    ['48,2', 'write it with a point: 48.2'],
    ['-0,5', 'write it with a point: -0.5'],
    ['48°12\'30"', 'write decimal degrees: 48.2083333'],
    ["48° 12.5' S", 'write decimal degrees: -48.2083333'],
    ['16°22′27″E', 'write decimal degrees: 16.3741667'],
    ['48,208° N', 'write decimal degrees: 48.208'],
    ['16.3° W', 'write decimal degrees: -16.3'],
    ['0x10', 'write it as a decimal number'],
    ['.5', 'write 0.5'],
    ['-5.', 'write -5'],
    ['048.20', 'write 48.2'],
    ['1 234.5', 'leave out what separates the digits, and write a decimal point'],
    ['1.234,5', 'leave out what separates the digits, and write a decimal point'],
    ['- 48', 'write decimal degrees, with a minus sign "-" in the south and the west'],
    ['−48.2', 'write decimal degrees, with a minus sign "-" in the south and the west'],
    ['48.2N', 'write decimal degrees, with a minus sign "-" in the south and the west'],
    ['north', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['null', undefined],
    ['1_000', undefined],
    ['\u00a048', undefined],
  ])('is refused: %j', (text, suggestion) => {
    expect(refusalOf(text)).toMatchObject({
      rule: 'SPEC 2',
      reason: `the latitude ${JSON.stringify(text)} is not a decimal number`,
      suggestion,
    });
  });
});

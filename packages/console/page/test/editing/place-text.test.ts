import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAngle, parsePlace } from '../../src/editing/place-text.ts';

const latitudes = fc.double({ min: -90, max: 90, noNaN: true });
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
/** Without an exponent, which no one writes in degrees. */
const plain = (value: number) => Number(value.toFixed(7)) + 0;

/** Degrees, minutes and seconds, as maps print them. */
function inSexagesimal(value: number, [positive, negative]: readonly [string, string]): string {
  const hundredths = Math.round(Math.abs(value) * 360_000);
  const [degrees, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60];
  return `${degrees}°${minutes}'${((hundredths % 6000) / 100).toFixed(2)}"${value < 0 ? negative : positive}`;
}

describe('parsePlace', () => {
  it.each([
    '48.8584, 2.2945',
    '48.8584,2.2945',
    '48.8584 2.2945',
    ' (48.8584; 2.2945) ',
    '48,8584 2,2945',
    '48,8584; 2,2945',
    '48,8584, 2,2945',
    '48.8584° N, 2.2945° E',
    '48.8584N 2.2945E',
    'N 48.8584 E 2.2945',
    '2.2945 E 48.8584 N',
    '2.2945e, 48.8584n',
    '48°51\'30.24"N 2°17\'40.2"E',
    '2°17′40.2″ E, 48°51′30.24″ N',
    "48° 51.504' N 2° 17.67' E",
    '48°51\'30,24"N 2°17\'40,2"E',
  ])('%s is a place', (text) => {
    expect(parsePlace(text)).toEqual({ latitude: 48.8584, longitude: 2.2945 });
  });

  it.each([
    '',
    'Paris',
    '48.8584',
    '48,12',
    '48,8584,2,2945',
    '48.8584, 2.2945, 300',
    '1 2 3 4',
    '48.8584N 2.2945N',
    '48°61\'0"N 2°17\'40"E',
    '-48.8584 S, 2.2945 E',
    '12 Main Street 5',
    'a1 b2',
  ])('%j is no place, or not for sure', (text) => {
    expect(parsePlace(text)).toBeUndefined();
  });

  it('a pair of numbers keeps every digit, in either order', () => {
    fc.assert(
      fc.property(latitudes.map(plain), longitudes.map(plain), (latitude, longitude) => {
        const [north, east] = [latitude.toFixed(7), longitude.toFixed(7)];
        const place = { latitude, longitude };
        expect(parsePlace(`${north}, ${east}`)).toEqual(place);
        expect(parsePlace(`${north.replace('.', ',')} ${east.replace('.', ',')}`)).toEqual(place);
        const letters = `${east.replace('-', '')} ${longitude < 0 ? 'W' : 'E'} ${north.replace('-', '')} ${latitude < 0 ? 'S' : 'N'}`;
        expect(parsePlace(letters)).toEqual(place);
      }),
    );
  });

  it('degrees, minutes and seconds are read as exactly as they are written', () => {
    fc.assert(
      fc.property(latitudes, longitudes, (latitude, longitude) => {
        const text = `${inSexagesimal(latitude, ['N', 'S'])} ${inSexagesimal(longitude, ['E', 'W'])}`;
        const place = parsePlace(text);
        expect(place?.latitude).toBeCloseTo(latitude, 5);
        expect(place?.longitude).toBeCloseTo(longitude, 5);
      }),
    );
  });

  it('any text is a place of numbers, or none', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'0123456789.,;-°\'"NSEW '), maxLength: 30 });
    fc.assert(
      fc.property(texts, (text) => {
        const place = parsePlace(text);
        if (place) expect(Object.values(place).every(Number.isFinite)).toBe(true);
      }),
    );
  });
});

describe('parseAngle', () => {
  it.each([
    ['48°51\'30.24"N', 48.8584, 'N'],
    ['2.2945 W', -2.2945, 'W'],
    ['-2.2945°', -2.2945, ''],
    ['48,8584° N', 48.8584, 'N'],
  ])('%s is an angle', (text, value, hemisphere) => {
    expect(parseAngle(text)).toEqual({ value, hemisphere });
  });

  it.each(['48.8584', '48,8584', 'N', "51'30", 'West 5'])('%j is for the field to read', (text) => {
    expect(parseAngle(text)).toBeUndefined();
  });
});

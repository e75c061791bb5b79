import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestName } from '../src/nearest-name.ts';

const names = ['bbox', 'near', 'radius', 'f'];

describe('nearestName', () => {
  test.each([
    ['bobx', 'bbox'],
    ['BBOX', 'bbox'],
    ['box', 'bbox'],
    ['bbbox', 'bbox'],
    ['neat', 'near'],
    ['raduis', 'radius'],
    ['F', 'f'],
    ['rad_uis', 'radius'],
    ['raduisx', 'radius'],
    ['radius of', 'radius'],
  ])('%s means %s', (text, name) => {
    expect(nearestName(text, names)).toBe(name);
  });

  test.each(['', '--', 'g', 'boxb', 'earn', 'rad', 'radius in m', 'x'.repeat(1e6)])(
    '%j means none of them',
    (text) => {
      expect(nearestName(text, names)).toBeUndefined();
    },
  );

  test('letters of every script count', () => {
    expect(nearestName('широта', ['долгота', 'широты'])).toBe('широты');
    expect(nearestName('x_долгота', ['x_широта'])).toBeUndefined();
  });

  test('of two names, the nearer one is meant', () => {
    expect(nearestName('radios', ['radians', 'radius'])).toBe('radius');
  });

  test('a name of two letters or more is found after one letter is added, removed or changed, or two are swapped', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 2, maxLength: 8 });
    const slips = fc.record({ name: letters, at: fc.nat(7), letter: fc.constantFrom('a', 'd', '') });
    const cases = fc.property(slips, ({ name, at, letter }) => {
      const place = at % name.length;
      const [before, after] = [name.slice(0, place), name.slice(place)];
      const rest = after.slice(1);
      const swapped = `${before}${rest.slice(0, 1)}${after[0]}${rest.slice(1)}`;
      for (const text of [`${before}${letter}${after}`, `${before}${letter}${rest}`, swapped]) {
        expect(nearestName(text, [name])).toBe(name);
      }
    });
    fc.assert(cases);
  });
});

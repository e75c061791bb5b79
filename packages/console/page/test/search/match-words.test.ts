import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchWords } from '../../src/search/match-words.ts';

const coordinates = { latitude: 0, longitude: 0 };
const tower = { id: 'paris/Tower', description: 'La Tour Eiffel, Caf\u00e9', coordinates };

describe('matchWords', () => {
  it.each(['tower', 'TOUR', 'eiffel  la', 'paris eiffel', ' aris', 'CAFE\u0301', 'ris/to'])(
    'a search for %j matches',
    (text) => {
      expect(matchWords(text)(tower)).toBe(true);
    },
  );

  it.each(['tower rome', 'eifel', '', '  ', 'tower la tour est', 'towerLa'])(
    'a search for %j does not match',
    (text) => {
      expect(matchWords(text)(tower)).toBe(false);
    },
  );

  it('a record without a description is matched by its identifier', () => {
    expect(matchWords('undefined')({ id: 'a', coordinates })).toBe(false);
    expect(matchWords('A')({ id: 'a', coordinates })).toBe(true);
  });

  it('every record is matched by its whole identifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        expect(matchWords(id)({ id, coordinates })).toBe(id.trim() !== '');
      }),
    );
  });
});

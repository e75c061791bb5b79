import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchWords } from '../../src/search/match-words.ts';

const coordinates = { latitude: 0, longitude: 0 };
const tower = { id: 'paris/Tower', description: 'La Tour Eiffel, Caf\u00e9', coordinates };

describe('matchWords', () => {
  it.each(['tower', 'TOUR', 'eiffel  la', 'paris eiffel', ' aris', 'CAFE\u0301', 'ris/to'])(
    'finds %j',
    (text) => {
      expect(matchWords(text)(tower)).toBe(true);
    },
  );

  it.each(['tower rome', 'eifel', '', '  ', 'tower la tour est', 'towerLa'])('does not find %j', (text) => {
    expect(matchWords(text)(tower)).toBe(false);
  });

  it('looks only at the identifier of a record without a description', () => {
    expect(matchWords('undefined')({ id: 'a', coordinates })).toBe(false);
    expect(matchWords('A')({ id: 'a', coordinates })).toBe(true);
  });

  it('finds every record by its whole identifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        expect(matchWords(id)({ id, coordinates })).toBe(id.trim() !== '');
      }),
    );
  });
});

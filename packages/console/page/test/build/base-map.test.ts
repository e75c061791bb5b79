import { describe, expect, it } from 'vitest';
import { makeBaseMap } from '../../build/base-map.ts';
import { decodeBaseMap } from '../../src/base-map/base-map.ts';
import { decodeLine } from '../../src/base-map/delta-line.ts';

const baseMap = makeBaseMap();

/** The longest step between two points of some lines, in degrees of longitude, edges of the map aside. */
function longestStep(lines: readonly (readonly number[])[]): number {
  let longest = 0;
  for (const line of lines.map(decodeLine)) {
    for (const [index, [longitude = 0, latitude = 0]] of line.entries()) {
      const [next = longitude, nextLatitude = 0] = line[index + 1] ?? [];
      if (latitude > -89 || nextLatitude > -89) longest = Math.max(longest, Math.abs(next - longitude));
    }
  }
  return longest;
}

describe('makeBaseMap', () => {
  it('no line of the base map runs round the world', () => {
    expect(longestStep(baseMap.land.flat())).toBeLessThan(20);
    expect(longestStep(baseMap.borders)).toBeLessThan(20);
  });

  it('the base map has the Caspian Sea as its only hole in the land', () => {
    const holes = baseMap.land.filter((rings) => rings.length > 1);
    expect(baseMap.land.length).toBeGreaterThan(1000);
    expect(holes).toHaveLength(1);
    const [longitude = 0, latitude = 0] = decodeLine(holes[0]?.[1] ?? [])[0] ?? [];
    expect([Math.round(longitude / 10), Math.round(latitude / 10)], 'the Caspian Sea').toEqual([5, 4]);
  });

  it('countries and cities of the base map come by size', () => {
    expect(baseMap.countries.slice(0, 3).map(([name]) => name)).toEqual(['Russia', 'Antarctica', 'China']);
    expect(baseMap.cities.slice(0, 2).map(([name]) => name)).toEqual(['Shanghai', 'Istanbul']);
    expect(baseMap.cities.filter(([, , , , capital]) => capital === 1).length).toBeGreaterThan(190);
  });
});

describe('decodeBaseMap', () => {
  it('capitals rank before other cities', () => {
    const { features } = decodeBaseMap(baseMap).cities;
    const rankOf = (name: string) =>
      features.find(({ properties }) => properties?.name === name)?.properties?.rank;
    expect(rankOf('Vaduz')).toBeLessThan(rankOf('Shanghai'));
    expect(rankOf('Shanghai')).toBeLessThan(rankOf('Lyon'));
  });
});

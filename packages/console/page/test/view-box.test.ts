import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxesOffMap, isOnMap, isTileInView, turnedBoxes, viewBox } from '../src/view-box.ts';

describe('viewBox', () => {
  it('the box of a view is what the map shows', () => {
    const edges = { west: 2, south: 48, east: 3, north: 49 };
    expect(viewBox(edges)).toEqual(edges);
  });

  it('the box of a view crosses the antimeridian, wherever the map has wrapped to', () => {
    const box = { west: 170, south: -20, east: -170, north: -10 };
    expect(viewBox({ west: 170, south: -20, east: 190, north: -10 })).toEqual(box);
    expect(viewBox({ west: -190, south: -20, east: -170, north: -10 })).toEqual(box);
    expect(viewBox({ west: 530, south: -20, east: 550, north: -10 })).toEqual(box);
  });

  it('the box of a view ends at the antimeridian when the map does', () => {
    expect(viewBox({ west: 170, south: 0, east: 180, north: 1 })).toMatchObject({ west: 170, east: 180 });
    expect(viewBox({ west: -180, south: 0, east: -170, north: 1 })).toMatchObject({ west: -180, east: -170 });
  });

  it('the box of a view has every latitude when the view reaches the end of the map', () => {
    expect(viewBox({ west: 0, south: -85.0511, east: 9, north: 85.0511 })).toMatchObject({
      south: -Number.MAX_VALUE,
      north: Number.MAX_VALUE,
    });
  });

  it('a view of the whole world has no box', () => {
    expect(viewBox({ west: -200, south: -85.06, east: 200, north: 85.06 })).toBeUndefined();
  });

  it('the box of a view round the world has every longitude', () => {
    expect(viewBox({ west: -200, south: -10, east: 200, north: 10 })).toEqual({
      west: -180,
      south: -10,
      east: 180,
      north: 10,
    });
  });
});

const latitudes = { south: -10, north: 10 };

describe('turnedBoxes', () => {
  it('turned boxes have the longitudes up to 360 that show at the same place', () => {
    const boxes = turnedBoxes({ west: -175, east: -170, ...latitudes });
    expect(boxes).toEqual([{ west: 185, east: 190, ...latitudes }]);
    expect(turnedBoxes({ west: 170, east: 175, ...latitudes })).toEqual([
      { west: -190, east: -185, ...latitudes },
    ]);
    expect(turnedBoxes({ west: 170, east: -170, ...latitudes })).toEqual([
      { west: -190, east: -180, ...latitudes },
      { west: 180, east: 190, ...latitudes },
    ]);
  });

  it('a box and its turned boxes have each longitude that the map shows there', () => {
    const edge = fc.integer({ min: -179, max: 179 });
    fc.assert(
      fc.property(edge, edge, fc.integer({ min: -359, max: 359 }), (west, east, longitude) => {
        fc.pre(Math.abs(longitude) !== 180);
        const place = ((((longitude + 180) % 360) + 360) % 360) - 180;
        const isInView = west <= east ? place >= west && place <= east : place >= west || place <= east;
        const isListed =
          Math.abs(longitude) < 180
            ? isInView
            : turnedBoxes({ west, east, ...latitudes }).some(
                (box) => longitude >= box.west && longitude <= box.east,
              );
        expect(isListed).toBe(isInView);
      }),
    );
  });
});

describe('boxesOffMap', () => {
  it('the boxes off the map have every record that is not on it', () => {
    const degrees = fc.double({ noNaN: true, noDefaultInfinity: true });
    const near = fc.double({ min: -400, max: 400, noNaN: true });
    fc.assert(
      fc.property(fc.oneof(degrees, near), fc.oneof(degrees, near), (latitude, longitude) => {
        const isFound = boxesOffMap.some(
          ({ west, south, east, north }) =>
            longitude >= west && longitude <= east && latitude >= south && latitude <= north,
        );
        expect(isFound || isOnMap({ latitude, longitude })).toBe(true);
      }),
    );
  });

  it('what is drawn at the edge of the map is on it', () => {
    const isOn = (latitude: number, longitude = 0) => isOnMap({ latitude, longitude });
    expect([isOn(86), isOn(90), isOn(95), isOn(-1e9), isOn(0, 360)]).toEqual(Array(5).fill(true));
    expect([isOn(0, 361), isOn(0, -1000)]).toEqual([false, false]);
  });
});

describe('isTileInView', () => {
  const paris = { west: 2.2, south: 48.8, east: 2.4, north: 48.9 };
  const antimeridian = { west: 170, south: -20, east: -170, north: -10 };

  it.each([
    ['8/129/88', paris, true],
    ['8/128/88', paris, false],
    ['8/129/89', paris, false],
    ['8/255/138', antimeridian, true],
    ['8/0/138', antimeridian, true],
    ['8/100/138', antimeridian, false],
    ['8/0/0', { ...paris, north: Number.MAX_VALUE, west: -180 }, true],
    ['8/1/1', undefined, true],
  ] as const)('whether the tile %s is in the box %j: %s', (tile, box, isIn) => {
    expect(isTileInView(tile, box)).toBe(isIn);
  });
});

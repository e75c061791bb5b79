import fc from 'fast-check';
import { expect, it } from 'vitest';
import { movedPlace, pointedPlace, shownPlace } from '../../src/editing/moved-place.ts';

it('a pointed place has the digits that tell one pixel from the next', () => {
  const place = { latitude: 48.85837012345, longitude: 2.29448112345 };
  expect(pointedPlace(place, 0)).toEqual({ latitude: 48.9, longitude: 2.3 });
  expect(pointedPlace(place, 13)).toEqual({ latitude: 48.85837, longitude: 2.29448 });
  expect(pointedPlace({ latitude: 0, longitude: 182 }, 10)).toEqual({ latitude: 0, longitude: -178 });
});

it('a coordinate that is not moved keeps every digit', () => {
  const from = { latitude: 48.8606123456789, longitude: 2.33760987654321 };
  expect(movedPlace(from, { ...from, latitude: 48.9 }, 13)).toEqual({ ...from, latitude: 48.9 });
  expect(movedPlace(from, { ...from, longitude: 2.4 }, 13)).toEqual({ ...from, longitude: 2.4 });
});

it('a longitude beyond 180 degrees stays in its turn around the world', () => {
  const from = { latitude: 0, longitude: 190 };
  expect(movedPlace(from, { latitude: 0, longitude: -169 }, 10)).toEqual({ latitude: 0, longitude: 191 });
  expect(movedPlace(from, { latitude: 0, longitude: 179 }, 10)).toEqual({ latitude: 0, longitude: 179 });
  expect(movedPlace({ latitude: 0, longitude: -900 }, { latitude: 0, longitude: 178.5 }, 10).longitude).toBe(
    -901.5,
  );
});

it('a move over the antimeridian ends in the usual range', () => {
  const from = { latitude: 0, longitude: 179.5 };
  expect(movedPlace(from, { latitude: 0, longitude: 180.5 }, 10)).toEqual({ latitude: 0, longitude: -179.5 });
});

it('any coordinates are shown, and stay if they are not moved', () => {
  const degrees = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(degrees, degrees, fc.integer({ min: 0, max: 22 }), (latitude, longitude, zoom) => {
      const from = { latitude, longitude };
      const shown = shownPlace(from);
      expect(Math.abs(shown.latitude)).toBeLessThanOrEqual(85.05);
      expect(Math.abs(shown.longitude)).toBeLessThanOrEqual(180);
      expect(movedPlace(from, shown, zoom)).toEqual(from);
    }),
  );
});

it('a step of a pixel moves a record, also near the poles', () => {
  const latitudes = fc.double({ min: -84, max: 84, noNaN: true });
  fc.assert(
    fc.property(latitudes, fc.integer({ min: 0, max: 22 }), (latitude, zoom) => {
      const from = pointedPlace({ latitude, longitude: 10 }, zoom);
      const pixel = (360 / 512 / 2 ** zoom) * Math.cos((from.latitude * Math.PI) / 180);
      const moved = movedPlace(from, { ...from, latitude: from.latitude + pixel }, zoom);
      expect(moved.latitude).toBeGreaterThan(from.latitude);
    }),
  );
});

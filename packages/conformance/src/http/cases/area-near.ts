import { ContractError, expectEqual } from '../../contract-error.ts';
import { areaCase, createPlaces, type Feature, pagesOf, readAll, type Spot } from '../areas.ts';
import type { HttpCase } from '../http-case.ts';
import type { Service } from '../service.ts';

/** The mean radius of the Earth in metres. */
const earthRadius = 6_371_008.8;
/** One degree of latitude in metres. */
const degree = (earthRadius * Math.PI) / 180;

/** How far a distance may be from that on a sphere, as a fraction: an ellipsoid differs by a little more than half of it. */
const tolerance = 0.005;

/** The distance of two spots on a sphere in metres, by vectors rather than by the haversine formula. */
function metresBetween(one: Spot, other: Spot): number {
  const [[a1, a2, a3], [b1, b2, b3]] = [vectorOf(one), vectorOf(other)];
  const cross = Math.hypot(a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1);
  return earthRadius * Math.atan2(cross, a1 * b1 + a2 * b2 + a3 * b3);
}

function vectorOf([latitude, longitude]: Spot): readonly [number, number, number] {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** Every Feature has the distance of its coordinates from a point in metres, up to the tolerance and a millimetre. */
function expectDistances(features: readonly Feature[], point: Spot): void {
  for (const { geometry, properties } of features) {
    const [longitude, latitude] = geometry.coordinates;
    const expected = metresBetween(point, [latitude, longitude]);
    const { distance } = properties;
    if (distance !== undefined && Math.abs(distance - expected) <= expected * tolerance + 0.001) continue;
    throw new ContractError(`distance of ${longitude},${latitude}`, `about ${expected}`, distance);
  }
}

/** The records of a case at these spots come from the nearest to the furthest of them, with their distances. */
async function expectInOrder(
  service: Service,
  query: string,
  point: Spot,
  spots: Readonly<Record<string, Spot>>,
): Promise<void> {
  const places = await createPlaces(service, spots);
  const features: Feature[] = [];
  for await (const page of pagesOf(service, query)) {
    features.push(...page.features);
    // Without a radius, the pages have all records of the globe.
    if (places.among(features).length >= Object.keys(spots).length) break;
  }
  const names = Object.keys(spots);
  const expected = names.toSorted(
    (a, b) => metresBetween(point, spots[a] as Spot) - metresBetween(point, spots[b] as Spot),
  );
  expectEqual(`found by ?${query}`, places.among(features), expected);
  expectDistances(features, point);
  const distances = features.map(({ properties }) => properties.distance ?? Number.NaN);
  expectEqual(
    'distances',
    distances,
    distances.toSorted((a, b) => a - b),
  );
}

const southPacific: Readonly<Record<string, Spot>> = {
  third: [-47.53, -122.5],
  first: [-47.5, -122.5],
  fifth: [-47.5, -121.5],
  second: [-47.5, -122.51],
  fourth: [-47.1, -122.5],
};

/** What is near a point: by distance on the globe, also around the poles and across the antimeridian. */
export const areaNear: readonly HttpCase[] = [
  areaCase('areas-near', 'A circle has the records within its radius, and no others.', async (service) => {
    const radius = 10_000;
    const [inside, outside] = [(0.98 * radius) / degree, (1.02 * radius) / degree];
    const width = Math.cos((-47.5 * Math.PI) / 180);
    const places = await createPlaces(service, {
      centre: [-47.5, -122.5],
      north: [-47.5 + inside, -122.5],
      south: [-47.5 - inside, -122.5],
      west: [-47.5, -122.5 - inside / width],
      east: [-47.5, -122.5 + inside / width],
      beyondNorth: [-47.5 + outside, -122.5],
      beyondSouth: [-47.5 - outside, -122.5],
      beyondWest: [-47.5, -122.5 - outside / width],
      beyondEast: [-47.5, -122.5 + outside / width],
      corner: [-47.5 + 0.9 * inside, -122.5 + (0.9 * inside) / width],
    });
    await places.expectFound(`near=-47.5,-122.5&radius=${radius}`, [
      ...(['centre', 'north', 'south', 'west', 'east'] as const),
    ]);
  }),
  areaCase('areas-near-order', 'What is near a point comes by distance, the nearest first.', (service) =>
    expectInOrder(service, 'near=-47.5,-122.5&radius=200000', [-47.5, -122.5], southPacific),
  ),
  areaCase('areas-near-pages', 'What is near a point comes by distance from page to page.', (service) =>
    expectInOrder(service, 'near=-47.5,-122.5&radius=200000&limit=3', [-47.5, -122.5], southPacific),
  ),
  areaCase('areas-nearest', 'Without a radius, the nearest records come at any distance.', (service) =>
    expectInOrder(service, 'near=-52.5,-140&limit=5', [-52.5, -140], {
      near: [-52.49, -140],
      further: [-51.5, -139],
      far: [-45, -141],
    }),
  ),
  areaCase(
    'areas-near-distance',
    'The distance is that on the globe in metres, within 0.5 percent.',
    async (service) => {
      const places = await createPlaces(service, {
        metre: [-47.5, -122.50001],
        kilometres: [-47.45, -122.45],
        hundreds: [-49, -126],
      });
      const features = await readAll(service, 'near=-47.5,-122.5&radius=400000');
      expectEqual('found', places.among(features), ['metre', 'kilometres', 'hundreds']);
      expectDistances(features, [-47.5, -122.5]);
    },
  ),
  areaCase(
    'areas-near-shape',
    'Near a point, each Feature is the record, with the distance beside its description.',
    async (service) => {
      const { ids } = await createPlaces(service, {
        named: [-47.5, -122.5, 'named'],
        bare: [-47.5, -122.5],
      });
      const features = await readAll(service, 'near=-47.5,-122.5&radius=0');
      const [named, bare] = [ids.named, ids.bare].map((wanted) => features.find(({ id }) => id === wanted));
      expectEqual('properties', named?.properties, { description: 'named', distance: 0 });
      expectEqual('properties', bare?.properties, { distance: 0 });
    },
  ),
  areaCase('areas-near-zero', 'A radius of zero has the records at the point.', async (service) => {
    const places = await createPlaces(service, {
      at: [-47.123456789012344, -122.5],
      beside: [-47.12345, -122.5],
      besideEast: [-47.123456789012344, -122.50001],
    });
    await places.expectFound('near=-47.123456789012344,-122.5&radius=0', ['at']);
  }),
  areaCase('areas-near-north-pole', 'A circle around a pole has every longitude.', async (service) => {
    const places = await createPlaces(service, {
      pole: [90, 17],
      greenwich: [89.95, 0],
      east: [89.95, 90],
      antimeridian: [89.95, 180],
      west: [89.95, -90],
      beyond: [89.8, 45],
    });
    const names = ['pole', 'greenwich', 'east', 'antimeridian', 'west'] as const;
    await places.expectFound('near=90,0&radius=10000', names);
    await places.expectFound('near=89.999,-120&radius=10000', names);
  }),
  areaCase(
    'areas-near-south-pole',
    'A circle near a pole has what is on the other side of it.',
    async (service) => {
      const places = await createPlaces(service, {
        across: [-89.95, 180],
        acrossWest: [-89.95, -180],
        aside: [-89.93, 90],
        pole: [-90, -45],
        farAcross: [-89.8, 180],
      });
      await places.expectFound('near=-89.97,0&radius=10000', ['across', 'acrossWest', 'aside', 'pole']);
    },
  ),
  areaCase(
    'areas-near-antimeridian',
    'A circle goes on beyond the antimeridian, from both sides.',
    async (service) => {
      const places = await createPlaces(service, {
        west: [-47.5, 179.95],
        plus: [-47.5, 180],
        minus: [-47.5, -180],
        east: [-47.5, -179.95],
        beyond: [-47.5, -179],
        before: [-47.5, 179],
      });
      const names = ['west', 'plus', 'minus', 'east'] as const;
      await places.expectFound('near=-47.5,179.98&radius=10000', names);
      await places.expectFound('near=-47.5,-179.98&radius=10000', names);
      await places.expectFound('near=-47.5,180&radius=10000', names);
      await places.expectFound('near=-47.5,-180&radius=10000', names);
    },
  ),
  areaCase(
    'areas-near-360',
    'A circle has records at longitudes from 180 to 360 and from -360 to -180, too.',
    async (service) => {
      const places = await createPlaces(service, {
        west: [-47.5, -10],
        same: [-47.5, 350],
        east: [-47.5, 10],
        sameEast: [-47.5, -350],
        greenwich: [-47.5, 0],
        turn: [-47.5, 360],
        turnWest: [-47.5, -360],
      });
      await places.expectFound('near=-47.5,-10.01&radius=10000', ['west', 'same']);
      await places.expectFound('near=-47.5,10.01&radius=10000', ['east', 'sameEast']);
      await places.expectFound('near=-47.5,0&radius=10000', ['greenwich', 'turn', 'turnWest']);
    },
  ),
  areaCase(
    'areas-near-beyond',
    'Records beyond 90 degrees of latitude, or beyond 360 of longitude, are not near anything.',
    async (service) => {
      const places = await createPlaces(service, {
        pole: [90, 0],
        above: [90.01, 0],
        huge: [Number.MAX_VALUE, 0],
        turns: [89.99, 720],
        hugeTurns: [89.99, -Number.MAX_VALUE],
      });
      await places.expectFound('near=90,0&radius=20000', ['pole']);
    },
  ),
  areaCase('areas-near-wide', 'A circle may be as wide as an ocean.', (service) =>
    expectInOrder(service, 'near=-47.5,-122.5&radius=4000000&limit=1000', [-47.5, -122.5], {
      near: [-47, -122],
      far: [-47.5, -150],
      furthest: [-70, -90],
    }),
  ),
];

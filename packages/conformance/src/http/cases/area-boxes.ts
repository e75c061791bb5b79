import { areaCase, createPlaces } from '../areas.ts';
import type { HttpCase } from '../http-case.ts';

// The number after 1.5, those around 180, and the largest and the smallest number above 0.
const above = 1.5000000000000002;
const [below180, above180] = [179.99999999999997, 180.00000000000003];
const [huge, tiny] = [Number.MAX_VALUE, Number.MIN_VALUE];
/** The largest number, without the plus that is a space in a query. */
const hugeText = '1.7976931348623157e308';

/** Which records a box has: D48, and RFC 7946 section 5.2 for those across the antimeridian. */
export const areaBoxes: readonly HttpCase[] = [
  areaCase('areas-box', 'A box has the records in it, and no others.', async (service) => {
    const places = await createPlaces(service, {
      inside: [-47.5, -122.5],
      alsoInside: [-47.1, -122.9],
      north: [-46.5, -122.5],
      south: [-48.5, -122.5],
      west: [-47.5, -123.5],
      east: [-47.5, -121.5],
    });
    await places.expectFound('bbox=-123,-48,-122,-47', ['inside', 'alsoInside']);
  }),
  areaCase('areas-box-edges', 'A box has the records on its edges and corners.', async (service) => {
    const places = await createPlaces(service, {
      west: [-47.5, -123],
      south: [-48, -122.5],
      east: [-47.5, -122],
      north: [-47, -122.5],
      southWest: [-48, -123],
      northWest: [-47, -123],
      southEast: [-48, -122],
      northEast: [-47, -122],
    });
    await places.expectFound('bbox=-123,-48,-122,-47', [
      ...(['west', 'south', 'east', 'north'] as const),
      ...(['southWest', 'northWest', 'southEast', 'northEast'] as const),
    ]);
  }),
  areaCase(
    'areas-box-exact',
    'A box does not have a record that is beside an edge by the smallest difference.',
    async (service) => {
      const places = await createPlaces(service, {
        on: [1.5, 1.5],
        north: [above, 1.5],
        east: [1.5, above],
        both: [above, above],
      });
      await places.expectFound('bbox=1.25,1.25,1.5,1.5', ['on']);
      await places.expectFound(`bbox=${above},1.25,2,1.5`, ['east']);
      await places.expectFound(`bbox=1.25,${above},1.5,2`, ['north']);
      await places.expectFound(`bbox=${above},${above},2,2`, ['both']);
    },
  ),
  areaCase('areas-box-point', 'A box without an extent has the records at its point.', async (service) => {
    const places = await createPlaces(service, {
      at: [-47.123456789012344, -122.98765432109876],
      same: [-47.123456789012344, -122.98765432109876],
      beside: [-47.12345678901234, -122.98765432109876],
    });
    const [longitude, latitude] = [-122.98765432109876, -47.123456789012344];
    await places.expectFound(`bbox=${longitude},${latitude},${longitude},${latitude}`, ['at', 'same']);
  }),
  areaCase('areas-box-tiny', 'A box tells the smallest numbers from zero.', async (service) => {
    const places = await createPlaces(service, {
      zero: [0, 0],
      tiny: [tiny, tiny],
      tinyNorth: [tiny, 0],
      tinyWest: [0, -tiny],
    });
    await places.expectFound('bbox=0,0,0,0', ['zero']);
    await places.expectFound(`bbox=0,0,${tiny},${tiny}`, ['zero', 'tiny', 'tinyNorth']);
    await places.expectFound(`bbox=${tiny},${tiny},1,1`, ['tiny']);
    await places.expectFound(`bbox=${-tiny},0,0,0`, ['zero', 'tinyWest']);
  }),
  areaCase('areas-box-huge', 'A box has records at the largest numbers.', async (service) => {
    const places = await createPlaces(service, {
      north: [huge, 1],
      south: [-huge, 1],
      east: [1, huge],
      west: [1, -huge],
      corner: [huge, huge],
    });
    await places.expectFound(`bbox=0,${hugeText},2,${hugeText}`, ['north']);
    await places.expectFound(`bbox=0,-${hugeText},2,-${hugeText}`, ['south']);
    await places.expectFound(`bbox=1e300,0,${hugeText},2`, ['east']);
    await places.expectFound(`bbox=-${hugeText},0,-1e300,2`, ['west']);
    await places.expectFound(`bbox=-${hugeText},-${hugeText},${hugeText},${hugeText}`, [
      ...(['north', 'south', 'east', 'west', 'corner'] as const),
    ]);
  }),
  areaCase('areas-box-zero', 'A box with an edge at -0 has the records at 0.', async (service) => {
    const places = await createPlaces(service, { zero: [0, 0], minus: [-0, -0], beside: [0, -tiny] });
    await places.expectFound('bbox=-0,-0,-0,-0', ['zero', 'minus']);
  }),
  areaCase(
    'areas-box-spelling',
    'The numbers of a box may have any spelling that JSON has for them, and escaped commas.',
    async (service) => {
      const places = await createPlaces(service, { inside: [-47.5, -122.5], outside: [-46.5, -122.5] });
      for (const bbox of ['-1.23e2,-480.0E-1,-1220e-01,-47.000', '-123%2C-48%2c-122%2C-47']) {
        await places.expectFound(`bbox=${bbox}`, ['inside']);
      }
    },
  ),
  areaCase('areas-box-empty', 'A box without records is an empty page.', async (service) => {
    const places = await createPlaces(service, { elsewhere: [-47.5, -122.5] });
    await places.expectFound('bbox=-1e200,-1e200,-0.9e200,-0.9e200', []);
  }),
  areaCase(
    'areas-antimeridian',
    'A box whose west is above its east has the records on both sides of the antimeridian.',
    async (service) => {
      const places = await createPlaces(service, {
        west: [-47.5, 175],
        east: [-47.5, -175],
        before: [-47.5, 169.9],
        behind: [-47.5, -169.9],
        far: [-47.5, 0],
        north: [-46.5, 175],
        south: [-48.5, -175],
      });
      await places.expectFound('bbox=170,-48,-170,-47', ['west', 'east']);
    },
  ),
  areaCase(
    'areas-antimeridian-edges',
    'A box across the antimeridian has the records on its edges and at 180 and -180, each of them once.',
    async (service) => {
      const places = await createPlaces(service, {
        west: [-48, 170],
        east: [-47, -170],
        plus: [-47.5, 180],
        minus: [-47.5, -180],
      });
      await places.expectFound('bbox=170,-48,-170,-47', ['west', 'east', 'plus', 'minus']);
      await places.expectFound('bbox=180,-48,-180,-47', ['plus', 'minus']);
    },
  ),
  areaCase(
    'areas-antimeridian-beyond',
    'A box across the antimeridian ends at 180 and at -180.',
    async (service) => {
      const places = await createPlaces(service, {
        within: [-47.5, below180],
        justBeyond: [-47.5, above180],
        beyond: [-47.5, 185],
        beyondWest: [-47.5, -185],
      });
      await places.expectFound('bbox=170,-48,-170,-47', ['within']);
    },
  ),
  areaCase(
    'areas-box-beyond-180',
    'A box beyond 180 has the records that are stored there, and no others.',
    async (service) => {
      const places = await createPlaces(service, {
        beyond: [-47.5, 190],
        same: [-47.5, -170],
        edge: [-47.5, 180],
        beyondWest: [-47.5, -190],
        wayBeyond: [-47.5, 910],
      });
      await places.expectFound('bbox=180,-48,200,-47', ['beyond', 'edge']);
      await places.expectFound('bbox=-200,-48,-180,-47', ['beyondWest']);
      await places.expectFound('bbox=900,-48,1000,-47', ['wayBeyond']);
    },
  ),
  areaCase(
    'areas-box-beyond-90',
    'A box beyond 90 has the records that are stored there, and no others.',
    async (service) => {
      const places = await createPlaces(service, {
        beyond: [100, 7.5],
        same: [80, -172.5],
        pole: [90, 7.5],
        beyondSouth: [-100, 7.5],
      });
      await places.expectFound('bbox=7,90,8,200', ['beyond', 'pole']);
      await places.expectFound('bbox=7,-200,8,-90', ['beyondSouth']);
    },
  ),
  areaCase(
    'areas-box-globe',
    'The box of the whole globe has what is on it, each record once, and nothing beyond.',
    async (service) => {
      const places = await createPlaces(service, {
        plus: [-47.5, 180],
        minus: [-47.5, -180],
        northPole: [90, 0],
        southPole: [-90, 180],
        beyond: [-47.5, above180],
        above: [90.00000000000001, 0],
      });
      await places.expectFound('bbox=-180,-90,180,90', ['plus', 'minus', 'northPole', 'southPole']);
    },
  ),
];

import type { LocationRecord } from '@location-records/core';
import { type Box, compareByStripe, stripeWidth } from '@location-records/core/areas';
import { expectEqual } from '../../contract-error.ts';
import {
  everywhere,
  expectBox,
  inBox,
  nextDown,
  nextUp,
  openAreaStore,
  placed,
  pointBox,
  readBox,
} from '../area-steps.ts';
import type { StoreCase } from '../store-case.ts';
import { noise, numbered, putAll } from '../store-steps.ts';

const clause = 'AreaStore.within';
const offers = 'within';

/** The numbers where engines go wrong: the largest, the smallest, the edges of the map and of stripes. */
const extremes: readonly number[] = [
  ...[Number.MAX_VALUE, 1e300, 1e19, 2 ** 63, 2 ** 53, 1e6, 360, 190, 181.40625, 180, 90, 1.40625, 1e-300],
  ...[2 ** -1022, Number.MIN_VALUE, 0, 0.1, 2.3508, 16_777_217.5],
].flatMap((value) => [value, -value]);

/** Each extreme, with the double above it and the one below it. */
const degrees: readonly number[] = [
  ...new Set(
    extremes
      .flatMap((value) => [nextDown(value), value, nextUp(value)])
      .filter(Number.isFinite)
      .map((value) => value + 0),
  ),
].sort((a, b) => a - b);

/** Numbers from 0 to 1, the same in every run. */
function fractions(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** A box of which every edge is one of these numbers. */
function someBox(fraction: () => number, numbers: readonly number[]): Box {
  const pair = () =>
    [fraction(), fraction()]
      .map((part) => numbers[Math.floor(part * numbers.length)] as number)
      .sort((a, b) => a - b) as [number, number];
  const [[west, east], [south, north]] = [pair(), pair()];
  return { west, south, east, north };
}

/** Which records a box has, and in which order. */
export const areaBoxes: readonly StoreCase[] = [
  {
    id: 'area-box',
    clause,
    offers,
    title: 'A box has the records whose latitude and longitude are in it, and no others.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const inside = [placed('middle', 48.86, 2.35), placed('corner', 48.9, 2.2)];
      const beside = [
        placed('north', 49.5, 2.35),
        placed('south', 48.1, 2.35),
        placed('west', 48.86, 2.1),
        placed('east', 48.86, 2.6),
        placed('swapped', 2.35, 48.86),
        placed('opposite', -48.86, -2.35),
        placed('other side', 48.86, -177.65),
      ];
      await putAll(store, [...inside, ...beside]);
      await expectBox(store, { west: 2.2, south: 48.8, east: 2.5, north: 48.9 }, inside, 'the box');
      await expectBox(store, everywhere, [...inside, ...beside], 'the box of everything');
    },
  },
  {
    id: 'area-edges',
    clause,
    offers,
    title: 'A record on an edge is in the box, and one on the next double beyond it is not.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const box: Box = { west: -1.40625, south: 0.1, east: 2.3508, north: 0.3 };
      const records: LocationRecord[] = [];
      for (const latitude of [box.south, box.north].flatMap((edge) => [nextDown(edge), edge, nextUp(edge)])) {
        for (const longitude of [box.west, box.east].flatMap((edge) => [
          nextDown(edge),
          edge,
          nextUp(edge),
        ])) {
          records.push(placed(numbered(records.length), latitude, longitude));
        }
      }
      await putAll(store, records);
      await expectBox(store, box, inBox(records, box), 'the box');
      expectEqual('the records in it', inBox(records, box).length, 16);
    },
  },
  {
    id: 'area-extremes',
    clause,
    offers,
    title: 'Every finite number is compared exactly, from the smallest to the largest.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const fraction = fractions();
      const any = () => degrees[Math.floor(fraction() * degrees.length)] as number;
      const records = [
        ...degrees.map((value, number) => placed(`latitude ${number}`, value, any())),
        ...degrees.map((value, number) => placed(`longitude ${number}`, any(), value)),
      ];
      await putAll(store, records);
      for (let count = 0; count < 150; count++) {
        const box = someBox(fraction, degrees);
        await expectBox(store, box, inBox(records, box), `the box ${JSON.stringify(box)}`, 1 + (count % 60));
      }
    },
  },
  {
    id: 'area-points',
    clause,
    offers,
    title: 'A box of one point has the records at it, for every finite number.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = degrees.map((value, number) => placed(numbered(number), value, 0 - value));
      await putAll(store, records);
      for (const record of records) {
        const { latitude, longitude } = record[1].coordinates;
        await expectBox(
          store,
          pointBox(latitude, longitude),
          [record],
          `the point ${latitude}, ${longitude}`,
        );
      }
    },
  },
  {
    id: 'area-beyond-180',
    clause,
    offers,
    title: 'Coordinates are plain numbers: 190 is not -170, and latitudes beyond 90 are found.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = [
        placed('190', 10, 190),
        placed('-170', 10, -170),
        placed('180', 10, 180),
        placed('-180', 10, -180),
        placed('540', 10, 540),
        placed('pole', 90, 190),
        placed('beyond', 100, 190),
      ];
      await putAll(store, records);
      for (const box of [
        { west: 180, south: 0, east: 200, north: 20 },
        { west: -180, south: 0, east: -160, north: 20 },
        { west: 500, south: 0, east: 600, north: 20 },
        { west: 185, south: 86, east: 195, north: 1000 },
      ]) {
        await expectBox(store, box, inBox(records, box), `the box ${JSON.stringify(box)}`);
      }
    },
  },
  {
    id: 'area-zero',
    clause,
    offers,
    title: '-0 is 0, in a record and as an edge.',
    async run(stores) {
      const store = await openAreaStore(stores);
      await store.put('zero', { coordinates: { latitude: -0, longitude: -0 } });
      const found = [placed('zero', 0, 0)];
      for (const [low, high] of [
        [0, 0],
        [-0, -0],
        [0, -0],
        [-0, 0],
      ] as const) {
        await expectBox(store, { west: low, south: low, east: high, north: high }, found, 'the box of zero');
      }
      const above = { west: Number.MIN_VALUE, south: -1, east: 1, north: 1 };
      await expectBox(store, above, [], 'a box above zero');
    },
  },
  {
    id: 'area-whole-records',
    clause,
    offers,
    title: 'Records come whole: every identifier, every description, and every digit.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const descriptions = [undefined, '', 'a\0b', '\u{1f600}', noise(20_000), '{"a":1}', '\r\n\t'];
      const ids = ['__proto__', '\0', 'a\0b', '10', "'; --", 'é', 'e\u0301', '\u{10ffff}', noise(30_000)];
      const records = [...descriptions, ...descriptions].map((description, number): LocationRecord => {
        const coordinates = { latitude: 0.1 + number / 3, longitude: -123.456_789_012_345_67 };
        const id = ids[number] ?? numbered(number);
        return [id, description === undefined ? { coordinates } : { description, coordinates }];
      });
      await putAll(store, records);
      await expectBox(store, everywhere, records, 'all records');
      await expectBox(store, everywhere, records, 'all records, each on a page', 1);
    },
  },
  {
    id: 'area-nothing',
    clause,
    offers,
    title: 'A store without records, and a box without records, have an end.',
    async run(stores) {
      const store = await openAreaStore(stores);
      await expectBox(store, everywhere, [], 'the box of everything');
      await putAll(store, [placed('a', 1, 1)]);
      await expectBox(store, { west: 2, south: 2, east: 3, north: 3 }, [], 'a box without records');
    },
  },
  {
    id: 'area-order-stripe',
    clause: 'StoreGuarantees.areaOrder: stripe',
    offers,
    title: 'Records come by stripe, latitude, longitude, and the UTF-8 bytes of the identifier.',
    when: { areaOrder: 'stripe' },
    async run(stores) {
      const store = await openAreaStore(stores);
      const fraction = fractions();
      const ids = [
        '\0',
        'A',
        'Z',
        'a',
        'a\0',
        'aa',
        'é',
        'ß',
        '\ud7ff',
        '\ue000',
        '\uffff',
        '\u{10000}',
        '\u{1f600}',
      ];
      const somewhere = [-1000, -181, -180, -1e-9, 0, 1e-9, 1.4, stripeWidth, 2, 179.9, 180, 181, 1000];
      const pick = <T>(values: readonly T[]) => values[Math.floor(fraction() * values.length)] as T;
      const records = ids.flatMap((id) =>
        Array.from({ length: 12 }, (_, number) =>
          placed(`${id}${number < 6 ? '' : number}`, pick([-1, 0, 0.5]), pick(somewhere)),
        ),
      );
      const kept = [...new Map(records)];
      const together = ids.map((id) => placed(`${id} together`, 7, 7));
      await putAll(store, [...kept, ...together]);
      const expected = [...kept, ...together].sort(compareByStripe);
      for (const limit of [1, 4, 1000]) {
        expectEqual(`pages of ${limit}`, await readBox(store, everywhere, limit), expected);
      }
    },
  },
];

import type { LocationRecord } from '@location-records/core';
import { type AreaStore, type Box, compareByStripe, stripes } from '@location-records/core/areas';
import { expectEqual } from '../../contract-error.ts';
import {
  areaCases,
  everywhere,
  expectBox,
  inBox,
  nextDown,
  nextUp,
  placed,
  pointBox,
  readBox,
} from '../area-steps.ts';
import {
  deleteAll,
  idsOf,
  locationAt,
  locationOf,
  noise,
  numbered,
  putAll,
  randomNumbers,
  recordsOf,
} from '../steps.ts';

/** Numbers that engines get wrong: the largest, the smallest, the edges of the map and of stripes. */
const extremes = [
  ...[Number.MAX_VALUE, 1e300, 2 ** 63, 2 ** 53, 360, 190, 181.40625, 180, 90, 1.40625, 1e-300, 2 ** -1022],
  ...[Number.MIN_VALUE, 0, 0.1, 2.3508, 16_777_217.5],
]
  .flatMap((value) => [value, 0 - value])
  .sort((a, b) => a - b);

/**
 * Boxes beside each other, beyond 180 and 90 degrees, around zero, of everything and of nothing: west to
 * north.
 */
const boxes = [
  [2.2, 48.8, 2.5, 48.9],
  [180, 0, 200, 20],
  [-180, 0, -160, 20],
  [500, 0, 600, 20],
  [185, 86, 195, 1000],
  [0, -0, -0, 0],
  [Number.MIN_VALUE, -1, 1, 1],
  [7, 7, 8, 8],
  [-1e9, -1e9, 1e9, 1e9],
] as const;

/** Which records a box has. */
const contents = areaCases('AreaStore.within', [
  [
    'area-box',
    'A box has the records whose latitude and longitude are in it as plain numbers, and no others.',
    async (store) => {
      await expectBox(store, everywhere, [], 'the box of everything without records');
      const records = [
        ...[placed('middle', 48.86, 2.35), placed('corner', 48.9, 2.2), placed('north', 49.5, 2.35)],
        ...[placed('west', 48.86, 2.1), placed('swapped', 2.35, 48.86), placed('opposite', -48.86, -2.35)],
        ...[190, -170, 180, -180, 540].map((longitude) => placed(`${longitude}`, 10, longitude)),
        ...[placed('pole', 90, 190), placed('beyond', 100, 190), placed('zero', -0, -0)],
      ];
      await putAll(store, records);
      for (const [west, south, east, north] of boxes) {
        const box = { west, south, east, north };
        const found = inBox(records, box).map(([id, { coordinates }]) => {
          return placed(id, coordinates.latitude + 0, coordinates.longitude + 0);
        });
        await expectBox(store, box, found, `the box ${JSON.stringify(box)}`);
      }
    },
  ],
  [
    'area-edges',
    'A record on an edge is in the box, and one on the next double beyond it is not.',
    async (store) => {
      const box: Box = { west: -1.40625, south: 0.1, east: 2.3508, north: 0.3 };
      const around = (...edges: readonly number[]) =>
        edges.flatMap((edge) => [nextDown(edge), edge, nextUp(edge)]);
      const records = around(box.south, box.north).flatMap((latitude) =>
        around(box.west, box.east).map((longitude) =>
          placed(`${latitude} ${longitude}`, latitude, longitude),
        ),
      );
      await putAll(store, records);
      await expectBox(store, box, inBox(records, box), 'the box');
    },
  ],
  [
    'area-extremes',
    'Every finite number is compared exactly, from the smallest to the largest.',
    async (store) => {
      const random = randomNumbers();
      const any = () => extremes[random(extremes.length)] as number;
      const records = extremes.flatMap((value, number) => [
        placed(`latitude ${number}`, value, any()),
        placed(`longitude ${number}`, any(), value),
      ]);
      await putAll(store, records);
      for (let count = 0; count < 25; count++) {
        const [west = 0, east = 0] = [any(), any()].sort((a, b) => a - b);
        const [south = 0, north = 0] = [any(), any()].sort((a, b) => a - b);
        const box = { west, south, east, north };
        await expectBox(store, box, inBox(records, box), `the box ${JSON.stringify(box)}`, 20);
      }
      for (const [id, { coordinates }] of records.filter((_, number) => number % 3 === 0)) {
        const box = pointBox(coordinates.latitude, coordinates.longitude);
        await expectBox(store, box, inBox(records, box), `the point of ${id}`);
      }
    },
  ],
  [
    'area-whole-records',
    'Records come whole: every identifier, every description, and every digit.',
    async (store) => {
      const descriptions = [undefined, '', 'a\0b', '😀', noise(20_000), '{"a":1}', '\r\n\t'];
      const ids = ['__proto__', '\0', 'a\0b', '10', "'; --", 'é', 'e\u0301', '\u{10ffff}', noise(30_000)];
      const records = ids.map((id, number): LocationRecord => {
        return [id, locationAt(0.1 + number / 3, -123.456_789_012_345_67, descriptions[number % 7])];
      });
      await putAll(store, records);
      await expectBox(store, everywhere, records, 'all records');
      await expectBox(store, everywhere, records, 'all records, each on a page', 1);
    },
  ],
  [
    'area-order-stripe',
    'Records come by stripe, latitude, longitude, and the UTF-8 bytes of the identifier.',
    async (store) => {
      const random = randomNumbers();
      const pick = (numbers: readonly number[]) => numbers[random(numbers.length)] as number;
      const longitudes = [-1000, -181, -180, -1e-9, 0, 1e-9, 1.4, stripes.width, 2, 179.9, 180, 181, 1000];
      const ids = [...'\0AZaéß\ud7ff\ue000\uffff\u{10000}😀', 'a\0', 'aa'];
      const records = ids.flatMap((id) => [
        placed(`${id} together`, 7, 7),
        ...[1, 2, 3, 4, 5, 6].map((number) => placed(id + number, pick([-1, 0, 0.5]), pick(longitudes))),
      ]);
      await putAll(store, records);
      const expected = records.sort(compareByStripe);
      for (const limit of [4, 1000]) {
        expectEqual(`pages of ${limit}`, await readBox(store, everywhere, limit), expected);
      }
    },
    { clause: 'StoreGuarantees.areaOrder: stripe', when: { areaOrder: 'stripe' } },
  ],
]);

/** Where a record is moved to, sometimes within a stripe: latitude and longitude. */
const places = '1 1, 2 1, 2 100, -2 -100, 1 1, 1 1.25, 90 1e9, 1 1'
  .split(', ')
  .map((place) => place.split(' ').map(Number));

/** How writes change the records of a box. */
const writes = areaCases('AreaStore.within', [
  ...(['put', 'replace'] as const).map((method) => {
    const run = async (store: AreaStore) => {
      await store.put(...placed('a', 0, 0));
      await expectPlace(store, placed('a', 0, 0), 'at first');
      for (const [latitude = 0, longitude = 0] of places) {
        const record = placed('a', latitude, longitude);
        await store[method](...record);
        await expectPlace(store, record, `after ${method}`);
      }
      const described: LocationRecord = ['a', locationAt(1, 1, 'new')];
      await store[method](...described);
      await expectPlace(store, described, `after ${method} of another description`);
    };
    const title = `A record that ${method} moves is found at its last place alone, with its last description.`;
    return [`area-${method}-moves`, title, run] as const;
  }),
  [
    'area-deletes',
    'A deleted record is in no box, and after another put it is at its new place.',
    async (store) => {
      const [first, second] = [placed('a', 1, 1), placed('b', 1, 1)];
      await putAll(store, [first, second]);
      await expectBox(store, pointBox(1, 1), [first, second], 'both');
      await store.delete('a');
      expectEqual('replace of the deleted record', await store.replace('a', locationOf(1)), false);
      await expectBox(store, everywhere, [second], 'after replace of the deleted record');
      await store.put(...placed('a', 3, 3));
      await expectBox(store, everywhere, [placed('a', 3, 3), second], 'after put');
      await deleteAll(store, ['a', 'b']);
      await expectBox(store, everywhere, [], 'after all were deleted');
    },
  ],
  [
    'area-writes-at-once',
    'After concurrent writes, some of them refused, each record is at the place that get returns.',
    async (store) => {
      // The query under way must not keep the index from seeing the writes.
      const reading = store.within(everywhere, { limit: 10 });
      await Promise.allSettled(
        Array.from({ length: 300 }, (_, number) => {
          const id = numbered(number % 20);
          if (number % 7 === 0) return store.delete(id);
          if (number % 11 === 0) return store.put(id, locationAt(1, Number.NaN));
          const location = locationOf((number * 13) % 30);
          return number % 2 ? store.put(id, location) : store.replace(id, location);
        }),
      );
      await reading;
      const kept: LocationRecord[] = [];
      for (const [id] of recordsOf(20)) {
        const location = await store.get(id);
        if (location) kept.push([id, location]);
      }
      await expectBox(store, everywhere, kept, 'after the writes');
    },
  ],
  [
    'area-copies',
    'A change to a page, or to a Location after put, changes nothing in the store.',
    async (store) => {
      const given = structuredClone(locationAt(1, 1));
      await store.put('a', given);
      Object.assign(given.coordinates, { latitude: 9 });
      const { records } = await store.within(everywhere, { limit: 10 });
      try {
        Object.assign(records[0]?.[1].coordinates ?? {}, { latitude: 8, longitude: 8 });
      } catch {
        // A store may freeze its results.
      }
      await expectPlace(store, placed('a', 1, 1), 'after changes to both');
    },
    { clause: 'LocationStore: values are copied in and out' },
  ],
  [
    'area-shared',
    'A box has the writes of every other store over the records, and any of them can read the next page.',
    async (left, open) => {
      const right = await open();
      await putAll(left, recordsOf(10));
      await expectBox(right, everywhere, recordsOf(10), 'the other store');
      const { records, next } = await left.within(everywhere, { limit: 4 });
      const rest = next ? await readBox(right, everywhere, 4, next) : [];
      expectEqual('pages of both', idsOf([...records, ...rest]).sort(), idsOf(recordsOf(10)));
      await right.put(...placed(numbered(0), 50, 50));
      await right.delete(numbered(1));
      const expected = [placed(numbered(0), 50, 50), ...recordsOf(10).slice(2)];
      await expectBox(left, everywhere, expected, 'after writes of the other store');
    },
    { clause: 'StoreGuarantees.shared', when: { shared: true } },
  ],
  [
    'area-durable',
    'A store that is opened again finds records by their places.',
    async (store, open) => {
      await putAll(store, recordsOf(10));
      await store.put(...placed(numbered(0), 50, 50));
      await store.close();
      const again = await open();
      const expected = [placed(numbered(0), 50, 50), ...recordsOf(10).slice(1)];
      await expectBox(again, everywhere, expected, 'after opening');
      await expectBox(again, pointBox(50, 50), expected.slice(0, 1), 'the moved record');
    },
    { clause: 'StoreGuarantees.durable', when: { durable: true } },
  ],
]);

/** Which records a box has, and in which order. */
export const areaBoxes = [...contents, ...writes];

/** Requires a record to be found at its place, and nowhere else. */
async function expectPlace(store: AreaStore, record: LocationRecord, when: string): Promise<void> {
  const { latitude, longitude } = record[1].coordinates;
  await expectBox(store, pointBox(latitude, longitude), [record], `its place ${when}`);
  await expectBox(store, everywhere, [record], `the box of everything ${when}`);
}

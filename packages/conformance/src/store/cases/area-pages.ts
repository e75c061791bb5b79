import { ContractError, expectEqual } from '../../contract-error.ts';
import {
  areaCases,
  eachPage,
  everywhere,
  expectBox,
  nextDown,
  placed,
  pointBox,
  readBox,
} from '../area-steps.ts';
import {
  expectClosed,
  expectPromise,
  expectRefused,
  idsOf,
  locationAt,
  locationOf,
  many,
  numberedRecords,
  putAll,
  recordsOf,
  sorted,
} from '../steps.ts';

/** Pages that follow each other. */
const pages = areaCases('AreaStore.within', [
  [
    'area-pages',
    'Pages of any size, with positions sent as JSON, have every record of the box once, in the same order.',
    async (store) => {
      await putAll(store, recordsOf(30));
      const whole = await readBox(store, everywhere);
      expectEqual('all records', sorted(whole), recordsOf(30));
      for (const limit of [1, 7, 29, 30, 31]) {
        expectEqual(`pages of ${limit}`, await readBox(store, everywhere, limit), whole);
      }
    },
  ],
  [
    'area-many-in-one-place',
    'Hundreds of records at the same coordinates come page by page.',
    async (store) => {
      const records = numberedRecords(Array(many).fill(locationAt(1.5, 2.5)));
      await putAll(store, [...records, placed('beside', 1.5, 2.6)]);
      await expectBox(store, pointBox(1.5, 2.5), records, 'the point, in pages of 99', 99);
    },
  ],
  [
    'area-few-among-many',
    'The few records of a narrow box are found among thousands beside it.',
    async (store) => {
      const beside = Array.from({ length: 3000 }, (_, number) => locationAt(number / 3000, 0.2));
      const inside = [placed('first', 0, 0.3), placed('middle', 0.5, 0.3), placed('last', 1, 0.3)];
      await putAll(store, [...numberedRecords(beside), ...inside]);
      const box = { west: 0.25, south: 0, east: 0.35, north: 1 };
      for (const limit of [1, 100]) await expectBox(store, box, inside, `the box by ${limit}`, limit);
    },
  ],
  [
    'area-paging-among-writes',
    'Pages have each untouched record once while others are created, moved and deleted.',
    async (store) => {
      const staying = recordsOf(40);
      const restless = Array.from({ length: 40 }, (_, number) => `restless ${number}`);
      await putAll(store, staying);
      const found: string[] = [];
      let step = 0;
      for await (const page of eachPage(store, everywhere, 5)) {
        found.push(...idsOf(page.records).filter((id) => !id.startsWith('restless')));
        await Promise.all(
          restless.map((id, number) => {
            if ((number + step) % 3 === 0) return store.delete(id);
            return store.put(id, locationOf((number * 7 + step * 11) % 40));
          }),
        );
        // Moving records may keep coming, but not for ever.
        if (++step > 200) throw new ContractError('the pages of a box', 'an end', `${step} pages`);
      }
      expectEqual('the records that stay', found.sort(), idsOf(staying));
    },
  ],
]);

/** Positions between pages. */
const positions = areaCases('AreaPosition', [
  [
    'area-position-anywhere',
    'A page begins after any position, even if no record is at it.',
    async (store) => {
      await putAll(
        store,
        ['a', 'b', 'c', 'd', 'e'].map((id, number) => placed(id, number, 0.5)),
      );
      const box = { west: 0, south: 1, east: 1, north: 3 };
      const at = { part: 128, latitude: 2, longitude: 0.5, id: 'c' };
      for (const [after, expected] of [
        [at, 'd'],
        [{ ...at, id: 'b' }, 'cd'],
        [{ ...at, longitude: 0.25, id: 'z' }, 'cd'],
        [{ ...at, longitude: Number.MAX_VALUE }, 'd'],
        [{ ...at, latitude: 1.5 }, 'cd'],
        [{ ...at, latitude: Number.MAX_VALUE }, ''],
        [{ ...at, part: 127 }, 'bcd'],
        [{ ...at, part: 129 }, ''],
        [{ ...at, part: -(2 ** 40) }, 'bcd'],
        [{ ...at, part: Number.MAX_SAFE_INTEGER }, ''],
      ] as const) {
        const found = await readBox(store, box, 10, after);
        expectEqual(`after ${JSON.stringify(after)}`, idsOf(found).join(''), expected);
      }
    },
    { when: { areaOrder: 'stripe' } },
  ],
  [
    'area-position-for-halves',
    'The rest of a box is read once if a caller continues with its halves.',
    async (store) => {
      const records = numberedRecords(
        Array.from({ length: 48 }, (_, number) => locationAt(number % 6, Math.floor(number / 6) * 0.6)),
      );
      await putAll(store, [...records, placed('south', -1, 2), placed('east', 2, 5)]);
      const box = { west: 0, south: 0, east: 4.5, north: 5 };
      const { records: begun, next } = await store.within(box, { limit: 7 });
      for (const [lower, upper] of [
        [{ north: nextDown(2.5) }, { south: 2.5 }],
        [{ east: nextDown(1.8) }, { west: 1.8 }],
      ]) {
        const halves = [
          await readBox(store, { ...box, ...lower }, 5, next),
          await readBox(store, { ...box, ...upper }, 5, next),
        ];
        expectEqual('a page and the halves', sorted([...begun, ...halves.flat()]), records);
      }
    },
  ],
  [
    'area-deleted-position',
    'Paging continues after the record at the position was deleted or moved.',
    async (store) => {
      await putAll(store, recordsOf(12));
      const found: string[] = [];
      for await (const page of eachPage(store, everywhere, 1)) {
        for (const [id] of page.records) {
          found.push(id);
          if (found.length % 2) await store.delete(id);
          else await store.put(id, locationAt(80, -1e9));
        }
        if (found.length > 36) break;
      }
      // A record that was moved may come again at its new place.
      expectEqual('the identifiers', [...new Set(found)].sort(), idsOf(recordsOf(12)));
    },
  ],
]);

/** Values that are not finite numbers. */
const notNumbers: readonly unknown[] = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, '1', 1n, [1]];
const after = { part: 128, latitude: 1, longitude: 1, id: 'a' };
const swapped = { west: 1, south: 1, east: 0, north: 0 };

/** Wrong arguments of `within`, with the argument that the error names: the first that is wrong. */
const wrongArguments: readonly (readonly [box: unknown, options: unknown, argument: string])[] = [
  ...[undefined, null, 1, []].map((box) => [box, { limit: 1 }, 'box.west'] as const),
  ...notNumbers.flatMap((value) => [
    ...['west', 'south', 'east', 'north'].map(
      (edge) => [{ ...everywhere, [edge]: value }, { limit: 1 }, `box.${edge}`] as const,
    ),
    [everywhere, { limit: value }, 'options.limit'] as const,
    ...['part', 'latitude', 'longitude'].map(
      (name) =>
        [everywhere, { limit: 1, after: { ...after, [name]: value } }, `options.after.${name}`] as const,
    ),
  ]),
  ...[0, -1, 1.5, 2 ** 53].map((limit) => [everywhere, { limit }, 'options.limit'] as const),
  ...[undefined, null].map((options) => [everywhere, options, 'options.limit'] as const),
  ...[null, 1, {}, { ...after, part: 0.5 }].map(
    (position) => [everywhere, { limit: 1, after: position }, 'options.after.part'] as const,
  ),
  ...[undefined, '', 1, '\ud800'].map(
    (id) => [everywhere, { limit: 1, after: { ...after, id } }, 'options.after.id'] as const,
  ),
  [{ west: 179, south: 0, east: -179, north: 1 }, { limit: 1 }, 'box.east'],
  [{ ...swapped, north: Number.NaN }, { limit: 0 }, 'box.north'],
  [swapped, { limit: 0 }, 'box.east'],
  [{ ...swapped, east: 1 }, { limit: 0 }, 'box.north'],
];

/** Wrong arguments, and a closed store. */
const refusals = areaCases('AreaStore.within', [
  [
    'area-refuses',
    'A wrong box, limit or position is refused, and the error names the first wrong argument.',
    async (store) => {
      await store.put(...placed('a', 1, 1));
      await expectBox(store, everywhere, [placed('a', 1, 1)], 'the record');
      for (const [box, options, argument] of wrongArguments) {
        await expectRefused(() => store.within(box as never, options as never), argument, 'within');
      }
    },
  ],
  [
    'area-closed',
    'Area queries of a closed store reject with STORE_CLOSED, even with wrong arguments.',
    async (store) => {
      await expectPromise(() => store.within(everywhere, { limit: 1 }), 'within');
      await store.close();
      await expectClosed(() => store.within(everywhere, { limit: 1 }), 'within after close');
      await expectClosed(() => store.within(undefined as never, undefined as never), 'within of nothing');
    },
    { clause: 'LocationStore.close' },
  ],
]);

/** Pages, the positions between them, and refusals. */
export const areaPages = [...pages, ...positions, ...refusals];

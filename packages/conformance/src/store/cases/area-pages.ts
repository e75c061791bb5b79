import type { LocationRecord } from '@location-records/core';
import type { AreaPosition } from '@location-records/core/areas';
import { ContractError, expectEqual } from '../../contract-error.ts';
import {
  eachPage,
  everywhere,
  expectBox,
  nextDown,
  openAreaStore,
  placed,
  pointBox,
  readBox,
} from '../area-steps.ts';
import type { StoreCase } from '../store-case.ts';
import { locationOf, numbered, putAll, recordsOf, sorted, thousands } from '../store-steps.ts';

const clause = 'AreaStore.within';
const offers = 'within';

/** Pages that follow each other. */
export const areaPages: readonly StoreCase[] = [
  {
    id: 'area-pages',
    clause,
    offers,
    title: 'Pages of any size have every record of the box once, in the same order.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = recordsOf(60);
      await putAll(store, records);
      const whole = await readBox(store, everywhere);
      expectEqual('all records', sorted(whole), records);
      for (const limit of [1, 2, 7, 59, 60, 61]) {
        expectEqual(`pages of ${limit}`, await readBox(store, everywhere, limit), whole);
      }
    },
  },
  {
    id: 'area-pages-are-full',
    clause,
    offers,
    title: 'A page of a few records near each other is full, and the last one has no next.',
    when: { areaOrder: 'stripe' },
    async run(stores) {
      const store = await openAreaStore(stores);
      await putAll(
        store,
        Array.from({ length: 6 }, (_, number) => placed(numbered(number), number / 8, 1)),
      );
      const box = { west: 1, south: 0, east: 1, north: 1 };
      const first = await store.within(box, { limit: 3 });
      expectEqual('the first page', first.records.length, 3);
      const second = await store.within(box, { limit: 3, after: first.next });
      expectEqual('the second page', second.records.length, 3);
      expectEqual('the end', second.next, undefined);
    },
  },
  {
    id: 'area-next-of-full-page',
    clause: 'AreaPage.next',
    offers,
    title: 'The next page of a full one begins at its last record, and not at one beside the box.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const inside = Array.from({ length: 4 }, (_, number) => placed(`in ${number}`, number, 0.25));
      const beside = Array.from({ length: 8 }, (_, number) => placed(`beside ${number}`, number / 2, 1));
      await putAll(store, [...inside, ...beside]);
      const box = { west: 0, south: 0, east: 0.5, north: 4 };
      for (const limit of [1, 2, 3]) {
        for await (const { records, next } of eachPage(store, box, limit)) {
          const last = records[limit - 1];
          if (!last || !next) continue;
          const { latitude, longitude, id } = next;
          expectEqual(`the position after ${limit} records`, placed(id, latitude, longitude), last);
        }
      }
    },
  },
  {
    id: 'area-many-in-one-place',
    clause,
    offers,
    title: 'Thousands of records at the same coordinates come page by page.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = Array.from({ length: thousands }, (_, number) => placed(numbered(number), 1.5, 2.5));
      await putAll(store, [...records, placed('beside', 1.5, 2.6)]);
      await expectBox(store, pointBox(1.5, 2.5), records, 'the point');
      await expectBox(store, pointBox(1.5, 2.5), records, 'the point, in pages of 999', 999);
    },
  },
  {
    id: 'area-few-among-many',
    clause,
    offers,
    title: 'The few records of a narrow box are found among thousands beside it.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const beside = Array.from({ length: thousands }, (_, number) =>
        placed(numbered(number), number / thousands, 0.2),
      );
      const inside = [placed('first', 0, 0.3), placed('middle', 0.5, 0.3), placed('last', 1, 0.3)];
      await putAll(store, [...beside, ...inside]);
      const box = { west: 0.25, south: 0, east: 0.35, north: 1 };
      for (const limit of [1, 2, 100]) await expectBox(store, box, inside, `the box by ${limit}`, limit);
    },
  },
  {
    id: 'area-position-is-data',
    clause: 'AreaPosition',
    offers,
    title: 'A position can be sent as JSON, and belongs to no page that is still open.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = recordsOf(20);
      await putAll(store, records);
      const found: LocationRecord[] = [];
      let after: AreaPosition | undefined;
      do {
        const { records: some, next } = await store.within(everywhere, { limit: 3, after });
        found.push(...some);
        // Another query in between has no effect on it.
        await store.within(everywhere, { limit: 1 });
        after = next && (JSON.parse(JSON.stringify(next)) as AreaPosition);
      } while (after && found.length <= records.length);
      expectEqual('all records', sorted(found), records);
    },
  },
  {
    id: 'area-position-anywhere',
    clause: 'AreaPosition',
    offers,
    title: 'A page begins after any position, also where there is no record.',
    when: { areaOrder: 'stripe' },
    async run(stores) {
      const store = await openAreaStore(stores);
      const ids = ['a', 'b', 'c', 'd', 'e'];
      await putAll(
        store,
        ids.map((id, number) => placed(id, number, 0.5)),
      );
      const box = { west: 0, south: 1, east: 1, north: 3 };
      const idsAfter = async (after: AreaPosition) => {
        const found: string[] = [];
        for await (const { records } of eachPage(store, box, 10, after))
          found.push(...records.map(([id]) => id));
        return found.join('');
      };
      const at = { part: 128, latitude: 2, longitude: 0.5, id: 'c' };
      const high = Number.MAX_VALUE;
      for (const [after, expected] of [
        [at, 'd'],
        [{ ...at, id: 'b' }, 'cd'],
        [{ ...at, id: 'd' }, 'd'],
        [{ ...at, longitude: 0.25, id: 'z' }, 'cd'],
        [{ ...at, longitude: high }, 'd'],
        [{ ...at, latitude: 1.5 }, 'cd'],
        [{ ...at, latitude: -high }, 'bcd'],
        [{ ...at, latitude: high }, ''],
        [{ ...at, part: 127 }, 'bcd'],
        [{ ...at, part: 129 }, ''],
        [{ ...at, part: -(2 ** 40) }, 'bcd'],
        [{ ...at, part: 2 ** 40 }, ''],
      ] as const) {
        expectEqual(`after ${JSON.stringify(after)}`, await idsAfter(after), expected);
      }
    },
  },
  {
    id: 'area-position-behind-all',
    clause: 'AreaPosition',
    offers,
    title: 'Pages after a position behind all records end, and have no record.',
    async run(stores) {
      const store = await openAreaStore(stores);
      await putAll(store, recordsOf(3));
      for (const part of [2 ** 40, Number.MAX_SAFE_INTEGER]) {
        const found: LocationRecord[] = [];
        const after = { part, latitude: 0, longitude: 0, id: 'a' };
        for await (const { records } of eachPage(store, everywhere, 10, after)) found.push(...records);
        expectEqual(`the records after part ${part}`, found, []);
      }
    },
  },
  {
    id: 'area-position-for-halves',
    clause: 'AreaPosition',
    offers,
    title: 'The rest of a box comes once when a caller goes on with its halves instead.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = Array.from({ length: 48 }, (_, number) =>
        placed(numbered(number), number % 6, Math.floor(number / 6) * 0.6),
      );
      await putAll(store, [...records, placed('south', -1, 2), placed('east', 2, 5)]);
      const box = { west: 0, south: 0, east: 4.5, north: 5 };
      const halvings = [
        [{ north: nextDown(2.5) }, { south: 2.5 }],
        [{ east: nextDown(1.8) }, { west: 1.8 }],
      ];
      for (const limit of [1, 7, 30]) {
        const { records: begun, next } = await store.within(box, { limit });
        if (next === undefined) throw new ContractError('the first page of many records', 'a next', 'none');
        for (const halves of halvings) {
          const found = [...begun];
          for (const half of halves) {
            for await (const page of eachPage(store, { ...box, ...half }, 5, next))
              found.push(...page.records);
          }
          expectEqual(`a page of ${limit} and the halves`, sorted(found), records);
        }
      }
    },
  },
  {
    id: 'area-deleted-position',
    clause: 'AreaPosition',
    offers,
    title: 'Paging goes on when the record at the position was deleted or moved.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = recordsOf(12);
      await putAll(store, records);
      const found: string[] = [];
      for await (const page of eachPage(store, everywhere, 1)) {
        for (const [id] of page.records) {
          found.push(id);
          if (found.length % 2) await store.delete(id);
          else await store.put(id, { coordinates: { latitude: 80, longitude: -1e9 } });
        }
        if (found.length > 3 * records.length) break;
      }
      // A record that was moved may come again at its new place.
      expectEqual(
        'the identifiers',
        [...new Set(found)].sort(),
        records.map(([id]) => id),
      );
    },
  },
  {
    id: 'area-paging-among-writes',
    clause,
    offers,
    title: 'Records that stay come once while others are created, moved and deleted between pages.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const staying = recordsOf(40);
      const restless = Array.from({ length: 40 }, (_, number) => `restless ${number}`);
      await putAll(store, staying);
      const isStaying = new Set(staying.map(([id]) => id));
      const found: LocationRecord[] = [];
      let step = 0;
      for await (const page of eachPage(store, everywhere, 5)) {
        found.push(...page.records.filter(([id]) => isStaying.has(id)));
        for (const [number, id] of restless.entries()) {
          if ((number + step) % 3 === 0) await store.delete(id);
          else await store.put(id, locationOf((number * 7 + step * 11) % 40));
        }
        // Moving records may keep coming, but not for ever.
        if (++step > 200) throw new ContractError('the pages of a box', 'an end', `${step} pages`);
      }
      expectEqual('the records that stay', sorted(found), staying);
    },
  },
];

import type { LocationRecord } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import { expectLinearizable } from '../../histories.ts';
import { descriptionSamples, identifierSamples, numberSamples } from '../samples.ts';
import {
  expectClosed,
  expectRecords,
  locationAt,
  locationOf,
  numbered,
  putAll,
  readList,
  recordsOf,
} from '../steps.ts';
import { storeCases } from '../store-case.ts';

const durable = { when: { durable: true } };
const shared = { when: { shared: true } };

/**
 * Records opened again. A store without the guarantee may keep its records, too, so there is nothing to test
 * then.
 */
const durability = storeCases('StoreGuarantees.durable', [
  [
    'durable-survives-reopening',
    'Every write is kept when the records are opened again, however often.',
    async (first, open) => {
      await putAll(first, recordsOf(50));
      await first.put(numbered(0), locationAt(0.1 + 0.2, -5e-324, ''));
      await first.replace(numbered(1), locationAt(1, 1));
      await first.delete(numbered(2));
      await first.close();
      const expected: LocationRecord[] = [
        [numbered(0), locationAt(0.1 + 0.2, -5e-324, '')],
        [numbered(1), locationAt(1, 1)],
        ...recordsOf(50).slice(3),
      ];
      for (let life = 0; life < 3; life++) {
        const store = await open();
        await expectRecords(store, expected, 'after opening again');
        expected.push([`life ${life}`, locationOf(life)]);
        await store.put(`life ${life}`, locationOf(life));
        await store.close();
      }
    },
    durable,
  ],
  [
    'durable-keeps-every-value',
    'Identifiers, descriptions and coordinates of every kind are kept when the records are opened again.',
    async (first, open) => {
      const ids = [...new Set(identifierSamples.flatMap(([, , values]) => values))];
      const texts = descriptionSamples.flatMap(([, , values]) => values);
      const records = ids.map((id, index): LocationRecord => {
        const [latitude = 0, longitude = 0] = [0, 1].map(
          (next) => numberSamples[(index + next) % numberSamples.length],
        );
        return [id, locationAt(latitude, longitude, texts[index % texts.length])];
      });
      await putAll(first, records);
      await first.close();
      await expectRecords(await open(), records, 'after opening again');
    },
    durable,
  ],
  [
    'durable-keeps-writes-of-close',
    'Writes under way when close is called are kept, and writes that a closed store refused never take effect.',
    async (first, open) => {
      const writes = putAll(first, recordsOf(200));
      const closing = first.close();
      const refused = expectClosed(() => first.put('late', locationOf(1)), 'put during close');
      await Promise.all([writes, closing, refused]);
      await expectClosed(() => first.put('later', locationOf(1)), 'put after close');
      await expectRecords(await open(), recordsOf(200), 'after opening again');
    },
    durable,
  ],
]);

/** Several stores, for each value of the guarantee `shared`. */
const sharing = storeCases('StoreGuarantees.shared', [
  [
    'shared-sees-writes',
    'A write that has resolved is visible in every other store over the records.',
    async (left, open) => {
      const right = await open();
      for (const [writer, other] of [
        [left, right],
        [right, left],
      ] as const) {
        const expectBoth = async (records: readonly LocationRecord[], when: string) => {
          for (const store of [writer, other]) {
            expectEqual(`get ${when}`, await store.get('a'), records[0]?.[1]);
            expectEqual(`the list ${when}`, await readList(store), records);
          }
        };
        await writer.put('a', locationOf(1));
        await expectBoth([['a', locationOf(1)]], 'after put');
        await other.put('a', locationOf(2));
        await expectBoth([['a', locationOf(2)]], 'after put through the other store');
        expectEqual('replace of a record of the other store', await writer.replace('a', locationOf(3)), true);
        await expectBoth([['a', locationOf(3)]], 'after replace');
        await other.delete('a');
        expectEqual('replace after the other store deleted', await writer.replace('a', locationOf(4)), false);
        await expectBoth([], 'after delete through the other store');
      }
    },
    shared,
  ],
  [
    'shared-histories',
    'Concurrent calls of two stores are linearizable: some order explains all results.',
    async (left, open) => {
      const right = await open();
      await expectLinearizable([left, right, left, right, left, right], ['a', 'b'], 5);
    },
    shared,
  ],
  [
    'shared-close-leaves-others-open',
    'Closing one store leaves the others open.',
    async (left, open) => {
      const right = await open();
      await left.put('a', locationOf(1));
      await left.close();
      await right.put('b', locationOf(2));
      const expected: LocationRecord[] = [
        ['a', locationOf(1)],
        ['b', locationOf(2)],
      ];
      await expectRecords(right, expected, 'after the other store was closed');
    },
    shared,
  ],
  [
    'unshared-keeps-to-itself',
    'A store that is neither shared nor durable has no records in common with another.',
    async (left, open) => {
      const right = await open();
      await left.put('a', locationOf(1));
      expectEqual('replace of a record of another store', await right.replace('a', locationOf(3)), false);
      await right.put('a', locationOf(2));
      await right.delete('a');
      await right.close();
      await expectRecords(left, [['a', locationOf(1)]], 'after writes to another store');
    },
    { when: { shared: false, durable: false } },
  ],
]);

/** What the guarantees of a store promise. */
export const guarantees = [...durability, ...sharing];

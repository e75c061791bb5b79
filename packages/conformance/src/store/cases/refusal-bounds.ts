import type { LocationRecord } from '@location-records/core';
import { expectEqual } from '../../expect-equal.ts';
import { expectClosed, expectRefused } from '../expect-rejection.ts';
import { place } from '../samples.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords } from '../store-steps.ts';

/** Where a refusal ends: at the other calls, and at `close`. */
export const refusalBounds: readonly StoreCase[] = [
  {
    id: 'refusal-spares-others',
    clause: 'LocationStore: a refused write spoils no other',
    title: 'Writes at the same time as one that is refused take effect.',
    async run(subject) {
      const store = await subject.open();
      await store.put('unwanted', place(1));
      // What cannot be posted to a thread either, where it would take its whole batch along.
      const wrong = { ...place(5), description: (() => 'a') as never };
      const option = 'location.description';
      const outcomes = await Promise.all([
        store.put('a', place(2)),
        expectRefused(() => store.put('b', wrong), option, 'put amid others'),
        expectRefused(() => store.replace('a', wrong), option, 'replace amid others'),
        expectRefused(() => store.delete(Symbol('a') as never), 'id', 'delete amid others'),
        store.delete('unwanted'),
        store.replace('absent', place(3)),
        store.put('c', place(4)),
      ]);
      expectEqual('the outcome of replace', outcomes[5], false);
      expectEqual('get of what was refused', await store.get('b'), undefined);
      const expected: readonly LocationRecord[] = [
        ['a', place(2)],
        ['c', place(4)],
      ];
      await expectRecords(store, expected, 'after writes beside refused ones');
    },
  },
  {
    id: 'closed-methods-reject-anything',
    clause: 'LocationStore.close: whatever it is given',
    title: 'Every method of a closed store rejects with STORE_CLOSED, also what an open one would refuse.',
    async run(subject) {
      const store = await subject.open();
      await store.close();
      const wrong = { coordinates: { latitude: Number.NaN, longitude: 0 } };
      await expectClosed(() => store.get(''), 'get after close');
      await expectClosed(() => store.put('', wrong), 'put after close');
      await expectClosed(() => store.replace('a', wrong), 'replace after close');
      await expectClosed(() => store.delete(''), 'delete after close');
    },
  },
];

import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, numbered, place, places, putAll } from '../store-steps.ts';

const clause = 'StoreGuarantees.durable';

/** What `durable` promises. A store that is not may keep records all the same, so there is nothing to test. */
export const durable: readonly StoreCase[] = [
  {
    id: 'durable-survives-reopening',
    clause,
    title: 'What was written is there when the records are opened again.',
    when: { durable: true },
    async run(subject) {
      const first = await subject.open();
      await putAll(first, [
        ...places(50),
        ['__proto__', place(60)],
        ['a\0b', place(61)],
        ['\u{1f600}', place(62)],
      ]);
      await first.put(numbered(0), {
        description: '',
        coordinates: { latitude: 0.1 + 0.2, longitude: -5e-324 },
      });
      await first.replace(numbered(1), { coordinates: place(1).coordinates });
      await first.delete(numbered(2));
      await first.close();
      const second = await subject.open();
      await expectRecords(
        second,
        [
          [numbered(0), { description: '', coordinates: { latitude: 0.1 + 0.2, longitude: -5e-324 } }],
          [numbered(1), { coordinates: place(1).coordinates }],
          ...places(50).slice(3),
          ['__proto__', place(60)],
          ['a\0b', place(61)],
          ['\u{1f600}', place(62)],
        ],
        'after opening again',
      );
      expectEqual('the deleted record after opening again', await second.get(numbered(2)), undefined);
    },
  },
  {
    id: 'durable-keeps-writes-of-close',
    clause,
    title: 'Writes under way when close is called are there when the records are opened again.',
    when: { durable: true },
    async run(subject) {
      const first = await subject.open();
      const writes = putAll(first, places(200));
      await Promise.all([writes, first.close()]);
      await expectRecords(await subject.open(), places(200), 'after opening again');
    },
  },
  {
    id: 'durable-many-lives',
    clause,
    title: 'Records survive being opened and closed again and again.',
    when: { durable: true },
    async run(subject) {
      for (let life = 0; life < 3; life++) {
        const store = await subject.open();
        await expectRecords(store, places(life), `before life ${life}`);
        await store.put(numbered(life), place(life));
        await store.close();
      }
    },
  },
];

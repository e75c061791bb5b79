import type { LocationStore } from '@location-records/core';
import { type AreaStore, isAreaStore } from '@location-records/core/areas';
import type { RedisServer } from '@location-records/dev-kit/engines';
import type { RedisStoreOptions } from '@location-records/stores/redis';
import { expect, onTestFinished } from 'vitest';
import { everywhere, readBox } from './area-steps.ts';
import { failureOf, sampleLocation } from './store-steps.ts';

type Open = (options: RedisStoreOptions) => Promise<LocationStore>;

/** One thing that area queries in Redis must do, beyond the store contract. */
interface AreaCase {
  readonly id: string;
  /** The rule as one sentence. */
  readonly title: string;
  /** Rejects when a store that is opened by `open` breaks the rule. */
  run(open: Open, server: RedisServer): Promise<void>;
}

/** What area queries in Redis must do, beyond the store contract. */
export const areaCases: readonly AreaCase[] = [
  {
    id: 'places-of-records-alone',
    title: 'A record that moves or is deleted leaves no place behind.',
    async run(open, server) {
      const { store, prefix } = await openAreaStore(open, server.url);
      const numbers = [0, -0, 5e-324, -5e-324, 1.8e-9, Number.MAX_VALUE, -Number.MAX_VALUE, 180, -180.5, 0.1];
      for (const [index, latitude] of numbers.entries()) {
        const coordinates = { latitude, longitude: numbers.at(-index) as number };
        await store.put('put', { description: 'put', coordinates });
        await store.put('replaced', { coordinates });
        await store.replace('replaced', { coordinates: { latitude: 1, longitude: latitude } });
        await store.put('deleted', { description: '"}}', coordinates });
        await store.delete('deleted');
        expect(await server.command('zcard', `${prefix}:{0}:area`)).toBe('2');
      }
    },
  },
  {
    id: 'no-record-without-place',
    title: 'A write that the server refuses in its middle leaves no record without its place.',
    async run(open, server) {
      const { store, prefix } = await openAreaStore(open, server.url);
      await store.put('a', sampleLocation(1));
      for (const command of ['zadd', 'hset', 'zrem']) {
        await server.command('acl', 'setuser', 'limited', 'reset');
        await server.command('acl', 'setuser', 'limited', 'on', '>x', '~*', '+@all', `-${command}`);
        const url = server.url.replace('//', '//limited:x@');
        const limited = await open({ url, prefix });
        const failure = await failureOf(limited.put('a', sampleLocation(2)));
        expect(failure.message).toContain('the user lacks permissions');
        await limited.close();
        const record = ['a', await store.get('a')];
        expect(await readBox(store, everywhere, 10)).toEqual([record]);
        await store.put('a', sampleLocation(1));
      }
    },
  },
];

let number = 0;

/** Opens a store of one bucket, for the duration of the test. */
async function openAreaStore(open: Open, url: string) {
  const prefix = `area case ${number++}`;
  const store = await open({ url, prefix, buckets: 1, areas: true });
  onTestFinished(() => store.close());
  expect(isAreaStore(store)).toBe(true);
  return { store: store as AreaStore, prefix };
}

import { type RedisServer, startRedis } from '@location-records/workspace/engines';
import { createClient } from 'redis';
import { afterAll, beforeAll } from 'vitest';
import { defaultBuckets } from '../../src/redis/options.ts';
import { formatKey, Keys, placesKey } from '../../src/redis/stored-records.ts';

/** A Redis server for the tests of a file. */
interface UsedRedis {
  readonly url: string;
  /** Returns a new prefix, and a function that removes its keys. */
  makePrefix(): { readonly prefix: string; remove(): Promise<void> };
}

/**
 * Provides a Redis server for the file: the one at `REDIS_URL`, which must not be a cluster, or a new one.
 */
export function useRedis(): UsedRedis {
  let url = process.env.REDIS_URL ?? '';
  let own: RedisServer | undefined;
  beforeAll(async () => {
    if (url !== '') return;
    own = await startRedis();
    url = own.url;
  });
  afterAll(() => own?.stop());
  return {
    get url() {
      return url;
    },
    makePrefix() {
      const prefix = `location-records test ${crypto.randomUUID()}`;
      return {
        prefix,
        async remove() {
          if (!own) await removeKeys(url, prefix);
        },
      };
    },
  };
}

async function removeKeys(url: string, prefix: string): Promise<void> {
  const all = new Keys(prefix, defaultBuckets);
  const keys = Array.from({ length: all.buckets }, (_, number) => all.bucket(number));
  const client = createClient({ url });
  await client.connect();
  await client.del([formatKey(prefix), ...keys, ...keys.map(placesKey)]);
  await client.close();
}

import { registerStoreContract } from '@location-records/conformance';
import { openRedisStore } from '@location-records/stores/redis';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { describe, it } from 'vitest';
import { readingCases, splitStore } from '../shared/split-store.ts';
import { useReadOnlyRedis } from './use-read-only-redis.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('Redis that this process may only read', () => {
  const redis = useReadOnlyRedis();

  describe.each([undefined, true])(
    'a user with +@read keeps the cases of the store contract that read, areas: %s',
    (areas) => {
      const cases = readingCases.filter(({ offers }) => !areas || offers === 'within');
      registerStoreContract(cases, {
        it: (title, run) => it(title, run),
        guarantees: {
          durable: false,
          shared: true,
          listOrder: 'none',
          exchanges: true,
          areaOrder: areas ? 'own' : undefined,
        },
        async start() {
          const prefix = `location-records ${crypto.randomUUID()}`;
          const more = { prefix, timeout: 50_000 };
          return {
            async open() {
              const writer = await openRedisStore({ url: redis.server.url, ...more, areas });
              return splitStore(
                writer,
                await openRedisStore({ url: redis.readerUrl, ...more, readOnly: true }),
              );
            },
          };
        },
      });
    },
  );
});

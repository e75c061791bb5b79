import { randomUUID } from 'node:crypto';
import { openRedisStore } from '@location-records/stores/redis';
import { startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll } from 'vitest';
import { testConsole } from './serve-console.ts';

// What is near a point takes thousands of commands.
describeUnless(lacks({ server: 'Redis' }))('Redis', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    server = await startRedis();
  });

  function open() {
    return openRedisStore({ url: server.url, prefix: `test ${randomUUID()}`, areas: true, timeout: 50_000 });
  }

  testConsole('on Redis', open);

  // After the stores are closed.
  afterAll(() => server.stop());
});

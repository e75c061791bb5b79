import { type RedisServer, startRedis } from '@location-records/workspace/engines';
import { afterAll, beforeAll } from 'vitest';

/** Provides a Redis server for the file, with a user who may only read. */
export function useReadOnlyRedis() {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
    const permissions = ['~location-records*', '+@read', '+@connection', '+info'];
    await server.command('acl', 'setuser', 'reader', 'on', '>x', ...permissions);
  });
  afterAll(() => server.stop());
  return {
    get server() {
      return server;
    },
    get readerUrl() {
      return `redis://reader:x@127.0.0.1:${server.port}`;
    },
  };
}

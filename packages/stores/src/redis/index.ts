/**
 * Location records in Redis, Valkey or a Redis Cluster.
 *
 * @module
 */
export { openRedisStore } from './open-redis-store.ts';
export type { RedisStoreOptions } from './options.ts';

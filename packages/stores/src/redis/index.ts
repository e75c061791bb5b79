/**
 * Location records in Redis, Valkey or a Redis Cluster. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { openRedisStore } from './open-redis-store.ts';
export type { RedisStoreOptions } from './options.ts';

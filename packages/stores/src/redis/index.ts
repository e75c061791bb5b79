/**
 * Location records in Redis, Valkey or a Redis Cluster. This file lists everything public.
 *
 * @module
 */
export { openRedisStore } from './open-redis-store.ts';
export type { RedisStoreOptions } from './options.ts';

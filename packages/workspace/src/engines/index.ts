/**
 * Engines for tests and campaigns: separate servers on free ports of the loopback address, in temporary
 * folders.
 *
 * @module
 */

export { findProgram } from './find-program.mjs';
export { freePort } from './free-port.ts';
export { canStart, type Engine, isThere } from './missing-engines.mjs';
export { childrenOf, isAlive } from './process-tree.ts';
export { type Nginx, startNginx } from './start-nginx.ts';
export { type PgBouncer, startPgBouncer } from './start-pgbouncer.ts';
export { type PostgresServer, type PostgresSettings, startPostgres } from './start-postgres.ts';
export { type Proxy, startProxy } from './start-proxy.ts';
export { type RedisServer, type RedisSettings, startRedis } from './start-redis.ts';
export { type RedisCluster, startRedisCluster } from './start-redis-cluster.ts';
export { type Sentinel, startSentinel } from './start-sentinel.ts';

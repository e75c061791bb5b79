/**
 * Engines for tests and campaigns: separate servers on free ports of the loopback address, in temporary
 * folders.
 *
 * @module
 */

export { canStart, type Engine, findProgram, isThere } from './find-program.ts';
export { freePort } from './free-port.ts';
export { childrenOf, isAlive } from './process-tree.ts';
export { type Nginx, startNginx } from './start-nginx.ts';
export { type PgBouncer, startPgBouncer } from './start-pgbouncer.ts';
export { type PostgresServer, startPostgres, startStandby } from './start-postgres.ts';
export { startProxy } from './start-proxy.ts';
export { type RedisServer, startRedis, startSentinel } from './start-redis.ts';
export { type RedisCluster, startRedisCluster } from './start-redis-cluster.ts';

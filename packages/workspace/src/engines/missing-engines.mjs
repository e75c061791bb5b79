import { findProgram } from './find-program.mjs';

/** The programs of each engine, and the variable that names a running server instead. */
const needs = {
  PostgreSQL: { programs: ['initdb', 'postgres', 'setpriv'], variable: 'POSTGRES_URL' },
  PgBouncer: { programs: ['initdb', 'postgres', 'pgbouncer', 'setpriv'], variable: undefined },
  Redis: { programs: ['redis-server', 'redis-cli', 'setpriv'], variable: 'REDIS_URL' },
};

/** @typedef {keyof typeof needs} Engine */

/**
 * Whether this machine can start its own server of an engine.
 *
 * @param {Engine} engine
 */
export function canStart(engine) {
  return needs[engine].programs.every(findProgram);
}

/**
 * Whether there is a server of an engine to test with: its own, or a server that the environment names.
 *
 * @param {Engine} engine
 */
export function isThere(engine) {
  const { variable } = needs[engine];
  return canStart(engine) || Boolean(variable && process.env[variable]);
}

import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps the programs of a PostgreSQL server off the path, in a folder for each version. */
const postgresVersions = '/usr/lib/postgresql';

/** Debian's `chromium` on the path is a script around this one, which prints errors. */
const chromiumFolder = '/usr/lib/chromium';

/** Finds the path of a program of this machine. Returns `undefined` if it is not installed. */
export function findProgram(name: string): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  return [...postgresFolders(), chromiumFolder, '/usr/sbin', ...onPath]
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** The newest version first. */
function postgresFolders(): string[] {
  if (!existsSync(postgresVersions)) return [];
  const versions = readdirSync(postgresVersions).sort((left, right) => Number(right) - Number(left));
  return versions.map((version) => join(postgresVersions, version, 'bin'));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The programs of each engine, and the variable that names a running server instead. */
const needs = {
  PostgreSQL: { programs: ['initdb', 'postgres', 'setpriv'], variable: 'POSTGRES_URL' },
  PgBouncer: { programs: ['initdb', 'postgres', 'pgbouncer', 'setpriv'], variable: '' },
  Redis: { programs: ['redis-server', 'redis-cli', 'setpriv'], variable: 'REDIS_URL' },
};

export type Engine = keyof typeof needs;

/** Whether this machine can start a server of an engine. */
export function canStart(engine: Engine): boolean {
  return needs[engine].programs.every((name) => findProgram(name));
}

/** Whether tests have a server of an engine: one that they start, or one that the environment names. */
export function isThere(engine: Engine): boolean {
  return canStart(engine) || Boolean(process.env[needs[engine].variable]);
}

import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps the programs of a PostgreSQL server off the path, a folder for each version. */
const postgresVersions = '/usr/lib/postgresql';

/** Debian's `chromium` on the path is a script around this one, which prints errors. */
const chromiumFolder = '/usr/lib/chromium';

/**
 * The path of a program of this machine, or `undefined` when it is not installed.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function findProgram(name) {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  return [...postgresFolders(), chromiumFolder, '/usr/sbin', ...onPath]
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** The newest version first. */
function postgresFolders() {
  try {
    const versions = readdirSync(postgresVersions).sort((left, right) => Number(right) - Number(left));
    return versions.map((version) => join(postgresVersions, version, 'bin'));
  } catch {
    return [];
  }
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

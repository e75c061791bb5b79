import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { LocationStore } from '@location-records/core';
import { StartError } from '../errors.ts';
import { demand, type StoreEngine, type StoreOpening } from './store-engine.ts';

/** Records in an SQLite file. */
export const sqliteEngine: StoreEngine = {
  kind: 'SQLite',
  form: 'sqlite:<path>',
  parse(rest) {
    demand(rest !== '', 'A path must follow the colon, as in sqlite:./location-records.db.');
    demand(rest !== ':memory:', 'For records in memory, write memory:.');
    // `sqlite:///x` is the absolute path `/x`, as in other URLs; in `sqlite://x` the x would be a host.
    demand(!/^\/\/[^/]/.test(rest), 'Write sqlite:<path>, with one slash or none.');
    demand(
      !/^~[/\\]/.test(rest),
      `The shell has not replaced the ~. Write sqlite:${homedir()}${rest.slice(1)}, or sqlite:./${rest} for a folder of that name.`,
    );
    // Far more often a mistake than the name of a file.
    demand(!/\?[\w-]+=[^/]*$/.test(rest), 'A file takes no parameters; leave out what follows its name.');
    return absolutePath(rest);
  },
  open: openFile,
  isMissing: async (path) => (await stat(path).catch((error) => error.code)) === 'ENOENT',
  identify: identifyFile,
  describe: (path) => `in ${path} (SQLite)`,
};

async function openFile(
  path: string,
  { signal, create, readOnly, areas, onIndexing, onWarning }: StoreOpening,
): Promise<LocationStore> {
  const { openSqliteStore } = await import('@location-records/stores/sqlite');
  return openSqliteStore({ path, signal, create, readOnly, areas, onIndexing, onWarning });
}

function absolutePath(path: string): string {
  try {
    return resolve(path);
  } catch (cause) {
    const advice =
      'change to one that does, or name an absolute path, as in --store sqlite:/var/lib/locations.db';
    throw new StartError(`The working directory no longer exists; ${advice}.`, { cause });
  }
}

/** Identifies a file, whichever links lead to it. A missing file is identified by its path. */
async function identifyFile(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}` : path;
}

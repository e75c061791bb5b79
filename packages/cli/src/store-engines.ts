import { resolve } from 'node:path';
import { createMemoryStore, type LocationStore } from '@location-records/core';
import { StartError } from './start-error.ts';

/** Where the records live, as plain data. */
export interface StoreTarget {
  /** The scheme of an engine below. */
  readonly scheme: string;
  /** What the engine makes of the rest of the URL: a file, an address. */
  readonly place: string;
}

interface StoreEngine {
  /** The form of its URL, for help and messages. */
  readonly form: string;
  /** Finds the place in what follows the colon. Throws an error that says what is wrong with it. */
  place(rest: string): string;
  /** `signal` gives it up. */
  open(place: string, signal?: AbortSignal): Promise<LocationStore>;
  /** Tells a person where the records are. */
  describe(place: string): string;
}

/** Every engine by the scheme of its URL. Each is loaded only when it is used. */
const engines: ReadonlyMap<string, StoreEngine> = new Map([
  [
    'memory',
    {
      form: 'memory:',
      place: (rest) => expect(rest === '', rest, 'memory: takes nothing after the colon.'),
      open: async () => createMemoryStore(),
      describe: () => 'in memory: they end with this process',
    },
  ],
  [
    'sqlite',
    {
      form: 'sqlite:<path>',
      place: (rest) => absolutePath(sqlitePath(rest)),
      open: async (path, signal) =>
        (await import('@location-records/stores/sqlite')).openSqliteStore({ path, signal }),
      describe: (path) => `in ${path} (SQLite)`,
    },
  ],
]);

/** The known forms of a store URL, for help and messages. */
export const storeForms = [...engines.values()].map(({ form }) => form).join(', ');

/**
 * Reads a store URL, without touching what it names. The path of `sqlite:<path>` is taken as it is, nothing
 * in it is decoded; a relative one starts at the working directory.
 *
 * @throws {Error} that says what is wrong with the URL.
 * @throws {StartError} when a relative path has no working directory to start at.
 */
export function parseStoreUrl(url: string): StoreTarget {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(url) ?? [];
  const engine = engines.get(scheme.toLowerCase());
  if (!engine) throw new Error(`The known stores are ${storeForms}.`);
  return { scheme: scheme.toLowerCase(), place: engine.place(rest) };
}

/** Opens the store. Rejects as the engine does, or with the reason of the signal when that gives up. */
export async function openStore(
  { scheme, place }: StoreTarget,
  signal?: AbortSignal,
): Promise<LocationStore> {
  signal?.throwIfAborted();
  return engineOf(scheme).open(place, signal);
}

/** Where the records are, as the end of a sentence about them. */
export function describeStore({ scheme, place }: StoreTarget): string {
  return engineOf(scheme).describe(place);
}

function engineOf(scheme: string): StoreEngine {
  const engine = engines.get(scheme);
  if (!engine) throw new Error(`There is no store "${scheme}:".`);
  return engine;
}

function sqlitePath(rest: string): string {
  expect(rest !== '', rest, 'A path must follow the colon, as in sqlite:./location-records.db.');
  expect(rest !== ':memory:', rest, 'For records in memory, write memory:.');
  // `sqlite:///x` is the absolute path `/x`, as in other URLs; in `sqlite://x` the x would be a host.
  return expect(!/^\/\/[^/]/.test(rest), rest, 'Write sqlite:<path>, with one slash or none.');
}

function absolutePath(path: string): string {
  try {
    return resolve(path);
  } catch (cause) {
    const advice =
      'change to one that does, or name an absolute path, as in --store sqlite:/var/lib/locations.db';
    throw new StartError(`The working directory does not exist any more; ${advice}.`, { cause });
  }
}

function expect(condition: boolean, rest: string, message: string): string {
  if (!condition) throw new Error(message);
  return rest;
}

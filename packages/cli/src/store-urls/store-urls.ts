import { createMemoryStore, type LocationStore, OptionError } from '@location-records/core';
import { UsageError } from '../errors.ts';
import { adviseOnStore } from './advice.ts';
import { postgresEngine } from './postgres.ts';
import { redisEngine } from './redis.ts';
import { sqliteEngine } from './sqlite.ts';
import { demand, type StoreEngine, type StoreOpening } from './store-engine.ts';

/** Where the records live, as plain data. */
export interface StoreTarget {
  /** The scheme of an engine below. */
  readonly scheme: string;
  /** What the engine makes of its URL: a file, an address. It may have a password in it. */
  readonly place: string;
}

/** Records in the memory of this process. */
const memoryEngine: StoreEngine = {
  form: 'memory:',
  place(rest) {
    demand(rest === '', 'memory: takes nothing after the colon.');
    return '';
  },
  open: async () => createMemoryStore(),
  describe: () => 'in memory: they end with this process',
};

/** Every engine by the schemes of its URLs. What each stands on is loaded only when it is used. */
const engines: ReadonlyMap<string, StoreEngine> = new Map([
  ['memory', memoryEngine],
  ['sqlite', sqliteEngine],
  ['postgres', postgresEngine],
  ['postgresql', postgresEngine],
  ['redis', redisEngine],
  ['rediss', redisEngine],
]);

/** The known forms of a store URL, for help and messages. */
export const storeForms = joinForms([...engines.values()]);

/** The same without the store whose records end with the command. */
export const lastingStoreForms = joinForms([...engines.values()].filter((engine) => engine !== memoryEngine));

/**
 * Reads a store URL, without touching what it names. The path of `sqlite:<path>` is taken as it is, nothing
 * in it is decoded; a relative one starts at the working directory.
 *
 * @throws {Error} that says what is wrong with the URL.
 * @throws {StartError} when a relative path has no working directory to start at.
 */
export function parseStoreUrl(url: string): StoreTarget {
  const [, name = '', rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(url) ?? [];
  const scheme = name.toLowerCase();
  const engine = engines.get(scheme);
  if (!engine)
    throw new Error(adviseOnStore(url, [...engines.keys()]) ?? `The known stores are ${storeForms}.`);
  return { scheme, place: engine.place(rest, `${scheme}:${rest}`) };
}

/**
 * Opens the store. Rejects as the engine does, or with the reason of the signal when that gives up.
 *
 * @throws {UsageError} (as a rejection) when a parameter of its URL is out of range.
 */
export async function openStore(
  { scheme, place }: StoreTarget,
  opening: StoreOpening = {},
): Promise<LocationStore> {
  opening.signal?.throwIfAborted();
  try {
    return await engineOf(scheme).open(place, opening);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const isUrl = error.option === 'connection' || error.option === 'url';
    const message = isUrl
      ? error.message.replace(/^The option "\w+"/, `The URL of the ${scheme}: store`)
      : error.message.replace('The option', 'In the URL of the store,');
    throw new UsageError(message, 'Run location-records --help.');
  }
}

/** Whether two names are those of one store, as far as that can be told before they are opened. */
export async function isSameStore(a: StoreTarget, b: StoreTarget): Promise<boolean> {
  const [engine, other] = [engineOf(a.scheme), engineOf(b.scheme)];
  if (engine !== other) return false;
  const identify = engine.identify ?? (async (place: string) => place);
  return (await identify(a.place)) === (await identify(b.place));
}

/** How many writes a store takes at a time, where it is better with few. */
export function writesAtOnceOf({ scheme, place }: StoreTarget): number | undefined {
  return engineOf(scheme).writesAtOnce?.(place);
}

/** Where the records are, as the end of a sentence about them. It shows no password. */
export function describeStore({ scheme, place }: StoreTarget): string {
  return engineOf(scheme).describe(place);
}

function engineOf(scheme: string): StoreEngine {
  const engine = engines.get(scheme);
  if (!engine) throw new Error(`There is no store "${scheme}:".`);
  return engine;
}

function joinForms(known: readonly StoreEngine[]): string {
  return [...new Set(known)].map(({ form }) => form).join(', ');
}

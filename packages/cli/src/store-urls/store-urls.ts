import { resolve } from 'node:path';
import { createMemoryStore, type LocationStore, OptionError } from '@location-records/core';
import { UsageError } from '../errors.ts';
import { quoted } from '../output/printable-text.ts';
import { postgresEngine } from './postgres.ts';
import { redisEngine } from './redis.ts';
import { sqliteEngine } from './sqlite.ts';
import { demand, type StoreEngine, type StoreOpening } from './store-engine.ts';

/** A parsed store URL. */
export interface StoreTarget {
  /** The scheme of an engine below. */
  readonly scheme: string;
  /** A path of a file, or a URL. It may contain a password. */
  readonly address: string;
}

/** A command that opens stores. */
export type StoreCommand = 'check-store' | 'copy' | 'export' | 'find' | 'import' | 'serve';

/** Records in the memory of this process. */
const memoryEngine: StoreEngine = {
  kind: 'Memory',
  form: 'memory:',
  parse(rest) {
    demand(rest === '', 'memory: takes nothing after the colon.');
    return '';
  },
  async open(_, { areas }) {
    if (!areas) return createMemoryStore();
    const { createAreaMemoryStore } = await import('@location-records/core/areas');
    return createAreaMemoryStore();
  },
  describe: () => 'in memory: they end with this process',
};

/**
 * Every engine by the schemes of its URLs. An engine loads what it is made of only when a store is opened.
 */
const engines: ReadonlyMap<string, StoreEngine> = new Map([
  ['memory', memoryEngine],
  ['sqlite', sqliteEngine],
  ['postgres', postgresEngine],
  ['postgresql', postgresEngine],
  ['redis', redisEngine],
  ['rediss', redisEngine],
]);

/** The path of a database, even of Windows. It cannot hold a password. */
const filePath = /^(?:[a-z]:)?[^\s:@=;?#]+\.(?:db|sqlite3?)$/i;

/** The known forms of a store URL, for help and messages. */
export const storeForms = joinForms([...engines.values()]);

/** The known forms without `memory:`, whose records end with the command. */
export const lastingStoreForms = joinForms([...engines.values()].filter((engine) => engine !== memoryEngine));

/**
 * Parses a store URL, without opening anything. The path of `sqlite:<path>` is used as it is, without
 * decoding; a relative path starts at the working directory.
 *
 * @param known what to say of a scheme that no store has.
 * @throws {Error} that says what is wrong with the URL.
 * @throws {StartError} when a path is relative to a working directory that does not exist.
 */
export function parseStoreUrl(url: string, known = `Known stores: ${storeForms}.`): StoreTarget {
  const [, name = '', rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(url) ?? [];
  const scheme = name.toLowerCase();
  const engine = engines.get(scheme);
  if (/^https?$/.test(scheme)) {
    throw new Error(
      'A running service is not a store: copy and find take its URL, import and export with --url.',
    );
  }
  if (!engine) throw new Error(filePath.test(url) ? `Did you mean sqlite:${url}?` : known);
  return { scheme, address: engine.parse(rest, `${scheme}:${rest}`) };
}

/**
 * Opens the store. Rejects as the engine does, or with the reason of an aborted signal.
 *
 * @param command the name of the command whose URL it is, for a hint at its help.
 * @throws {UsageError} (rejects) when a parameter of its URL is unknown or out of range.
 */
export async function openStore(
  { scheme, address }: StoreTarget,
  opening: StoreOpening = {},
  command: StoreCommand = 'serve',
): Promise<LocationStore> {
  opening.signal?.throwIfAborted();
  try {
    return await engineOf(scheme).open(address, opening);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new UsageError(mistakeInUrl(error, scheme), `Run location-records ${command} --help.`);
  }
}

/** Describes an error of a store about its options, which are the parts of a URL here. */
function mistakeInUrl({ option, message, cause }: OptionError, scheme: string): string {
  if (cause instanceof OptionError && cause.known) {
    const known = cause.known.filter((name) => !['url', 'pool', 'readOnly', 'signal'].includes(name));
    return `Unknown parameter ${quoted(cause.option)}. Known parameters: ${known.join(', ')}.`;
  }
  if (option !== 'url') return message.replace('The option', 'In the URL of the store,');
  return message.replace(/^The option "\w+"/, `The URL of the ${scheme}: store`);
}

/** Whether two URLs name the same store, as far as that is known before they are opened. */
export async function isSameStore(a: StoreTarget, b: StoreTarget): Promise<boolean> {
  const [engine, other] = [engineOf(a.scheme), engineOf(b.scheme)];
  if (engine !== other) return false;
  const identify = engine.identify ?? (async (address: string) => address);
  return (await identify(a.address)) === (await identify(b.address));
}

/** Whether a path leads to the file of a store. */
export async function isFileOf(path: string, { scheme, address }: StoreTarget): Promise<boolean> {
  return scheme === 'sqlite' && isSameStore({ scheme, address }, { scheme, address: resolve(path) });
}

/** Whether the file of a store is missing. It is `false` for a server, which only opening can tell. */
export async function isMissing({ scheme, address }: StoreTarget): Promise<boolean> {
  return (await engineOf(scheme).isMissing?.(address)) ?? false;
}

/** Returns what people call the store: `SQLite`. */
export function kindOfStore({ scheme }: StoreTarget): string {
  return engineOf(scheme).kind;
}

/** Describes where the records are, without a password, as the end of a sentence: `in a.db (SQLite)`. */
export function describeStore({ scheme, address }: StoreTarget): string {
  return engineOf(scheme).describe(address);
}

function engineOf(scheme: string): StoreEngine {
  const engine = engines.get(scheme);
  if (!engine) throw new Error(`There is no store "${scheme}:".`);
  return engine;
}

function joinForms(known: readonly StoreEngine[]): string {
  return [...new Set(known)].map(({ form }) => form).join(', ');
}

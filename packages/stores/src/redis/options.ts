import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkWholeNumber, maxTimeout } from '../shared/check-options.ts';

/** The address of a server. */
export interface Address {
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Formats an address as `host:port`. */
export function formatAddress({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Options of {@link openRedisStore}. */
export interface RedisStoreOptions {
  /**
   * `redis://[user[:password]@]host[:port][/database]`, or `rediss://…` for TLS. For a cluster, one or more
   * nodes, with the same user and password; one is enough to find the others.
   */
  readonly url: string | readonly string[];
  /**
   * The prefix of all keys, so that several services can share a server: any non-empty well-formed string.
   * @default 'location-records'
   */
  readonly prefix?: string | undefined;
  /**
   * The number of hashes that hold the records: a whole number from 1 to 65,536. It is fixed when a prefix is
   * first used.
   * @default 1024
   */
  readonly buckets?: number | undefined;
  /**
   * Whether the store offers area queries (`within`). `true` requires a prefix that was first used with it:
   * every store of such a prefix keeps the places of its records, and offers area queries unless the option
   * is `false`.
   * @default as the prefix was first used
   */
  readonly areas?: boolean | undefined;
  /**
   * Whether to begin a new prefix. With `false`, opening rejects if nothing is stored under the prefix.
   * @default true
   */
  readonly create?: boolean | undefined;
  /**
   * `true` opens a prefix without the permission to write, or on a replica: nothing is written, and writes reject.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * How many replicas must confirm a write before it is acknowledged: a whole number from 0 to 100.
   * @default 0
   */
  readonly replicas?: number | undefined;
  /**
   * How many milliseconds a call may take, including reconnecting; in a list or an area query, each command.
   * A whole number from 1 to 2,147,483,647.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /**
   * Stops opening, which rejects with the reason of the signal. It has no effect afterwards.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** The options, checked and completed. */
export interface Settings extends ServerAccess {
  /** At least one; several are nodes of a cluster. */
  readonly addresses: readonly Address[];
  readonly prefix: string;
  /** `undefined`: as stored, or the default. */
  readonly buckets: number | undefined;
  /** `undefined`: as stored, or without. */
  readonly areas: boolean | undefined;
  readonly create: boolean;
  readonly readOnly: boolean;
  readonly replicas: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** What all servers have in common. */
interface ServerAccess {
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
}

/** The number of buckets of a new prefix. */
export const defaultBuckets = 1024;

/** With more, a list would take too many reads. */
export const maxBuckets = 65_536;

const names = [
  ...['url', 'prefix', 'buckets', 'areas', 'create', 'readOnly'],
  ...['replicas', 'timeout', 'signal'],
] as const;

/**
 * Checks and completes the options.
 *
 * @throws {OptionError} if one cannot work. The message shows no password.
 */
export function checkOptions(options: RedisStoreOptions): Settings {
  const {
    url,
    prefix = 'location-records',
    readOnly = false,
    create = !readOnly,
    replicas = 0,
    timeout = 5000,
    ...others
  } = checkOptionNames(options, names);
  const { buckets, areas, signal } = others;
  const servers = parseUrls(url);
  if (typeof prefix !== 'string' || prefix === '' || !prefix.isWellFormed()) {
    throw new OptionError('prefix', 'a well-formed string that is not empty');
  }
  if (buckets !== undefined) checkWholeNumber('buckets', buckets, { min: 1, max: maxBuckets });
  checkWholeNumber('replicas', replicas, { min: 0, max: 100 });
  checkWholeNumber('timeout', timeout, { min: 1, max: maxTimeout, of: 'milliseconds' });
  checkOptionTypes('boolean', { areas, create, readOnly });
  if (readOnly && create) throw new OptionError('create', 'false or left out with readOnly: true');
  checkOptionTypes('signal', { signal });
  return { ...servers, prefix, buckets, areas, create, readOnly, replicas, timeout, signal };
}

/** Names the servers and the database, without user and password. */
export function endpointOf({ addresses, database }: Pick<Settings, 'addresses' | 'database'>): string {
  const servers = addresses.map(formatAddress).join(',');
  return database === 0 ? servers : `${servers}/${database}`;
}

function parseUrls(url: unknown): ServerAccess & Pick<Settings, 'addresses'> {
  const servers = (Array.isArray(url) ? url : [url]).map(parseUrl);
  const [first] = servers;
  // The message must not repeat the value, which may hold a password.
  if (!first || servers.includes(undefined)) {
    const form = 'redis://[user[:password]@]host[:port][/database] or rediss://…';
    throw new OptionError('url', `${form}, without parameters, or several`);
  }
  const isSame = (server: typeof first | undefined) =>
    JSON.stringify(server?.access) === JSON.stringify(first.access);
  if (!servers.every(isSame) || (servers.length > 1 && first.access.database !== 0)) {
    throw new OptionError('url', 'nodes of one cluster: the same user and password, and no database');
  }
  return { ...first.access, addresses: servers.flatMap((server) => server?.address ?? []) };
}

/** Parses the URL of a server; `undefined` for anything else. */
function parseUrl(text: unknown): { readonly address: Address; readonly access: ServerAccess } | undefined {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'redis:' && url?.protocol !== 'rediss:') return undefined;
  const database = /^\/?(\d{0,9})$/.exec(url.pathname)?.[1];
  if (url.hostname === '' || database === undefined || url.search !== '' || url.hash !== '') return undefined;
  try {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const access = {
      tls: url.protocol === 'rediss:',
      username: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
      database: Number(database),
    };
    return { address: { host, port: url.port === '' ? 6379 : Number(url.port) }, access };
  } catch {
    // A bad escape in the user or the password.
    return undefined;
  }
}

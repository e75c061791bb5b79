import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { checkWholeNumber } from '../check-whole-number.ts';
import { parameterProblem, type UrlParameters } from '../url-parameters.ts';
import { type Address, formatAddress } from './address.ts';
import type { RedisStoreOptions } from './options.ts';
import { parseServerUrl, type ServerUrl } from './server-url.ts';

/** The options as the store works with them. */
export interface Settings extends Omit<ServerUrl, 'host' | 'port'> {
  /** At least one; several are nodes of a cluster. */
  readonly addresses: readonly Address[];
  readonly prefix: string;
  /** `undefined`: as stored, or the default. */
  readonly buckets: number | undefined;
  readonly replicas: number;
  /** Milliseconds. */
  readonly timeout: number;
}

/** The number of buckets of records that are new, where the option says nothing. */
export const defaultBuckets = 1024;

/** More would take a list too many reads. */
export const mostBuckets = 65_536;

/** The options, checked and completed. */
export function checkOptions(
  options: RedisStoreOptions,
): Settings & { readonly signal: AbortSignal | undefined } {
  const {
    url,
    prefix = 'location-records',
    buckets,
    replicas = 0,
    timeout = 5000,
    signal,
  } = checkOptionNames(options, ['url', 'prefix', 'buckets', 'replicas', 'timeout', 'signal']);
  const servers = parseUrls(url);
  if (typeof prefix !== 'string' || prefix === '' || !prefix.isWellFormed()) {
    throw new OptionError('prefix', 'a well-formed string that is not empty');
  }
  checkWholeNumber('buckets', buckets ?? defaultBuckets, { least: 1, most: mostBuckets });
  checkWholeNumber('replicas', replicas, { least: 0, most: 100 });
  checkWholeNumber('timeout', timeout, { least: 1, most: 2_147_483_647, of: 'milliseconds' });
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new OptionError('signal', 'an AbortSignal');
  }
  const { tls, username, password, database } = servers[0];
  return {
    addresses: servers,
    tls,
    username,
    password,
    database,
    prefix,
    buckets,
    replicas,
    timeout,
    signal,
  };
}

/** Names where the records are, without user and password. */
export function placeOf({ addresses, database }: Pick<Settings, 'addresses' | 'database'>): string {
  const names = addresses.map(formatAddress).join(',');
  return database === 0 ? names : `${names}/${database}`;
}

/** None: whatever is said of a server is before its question mark, and everything else is an option. */
const parameters: UrlParameters = {
  known: new Map(),
  ignored: new Map([
    ['db', 'write its number as the path'],
    ['database', 'write its number as the path'],
    ['user', 'write it before the host'],
    ['username', 'write it before the host'],
    ['password', 'write it before the host'],
    ['tls', 'write rediss://'],
    ['ssl', 'write rediss://'],
  ]),
  options: ['prefix', 'buckets', 'replicas', 'timeout'],
};

function parseUrls(url: unknown): readonly [ServerUrl, ...ServerUrl[]] {
  const texts: readonly unknown[] = Array.isArray(url) ? url : [url];
  for (const text of texts) {
    const problem = typeof text === 'string' ? parameterProblem(text, parameters) : undefined;
    if (problem !== undefined) throw new OptionError('url', problem);
  }
  const servers = texts.map((text) => (typeof text === 'string' ? parseServerUrl(text) : undefined));
  const [first, ...others] = servers;
  // The message must not repeat what was given: it may hold a password.
  if (first === undefined || others.includes(undefined)) {
    throw new OptionError(
      'url',
      'redis://[user[:password]@]host[:port][/database] or rediss://…, or several',
    );
  }
  for (const other of others) {
    if (other === undefined) continue;
    const same = (['tls', 'username', 'password', 'database'] as const).every(
      (name) => other[name] === first[name],
    );
    if (!same || first.database !== 0) {
      throw new OptionError('url', 'nodes of one cluster: the same user and password, and no database');
    }
  }
  return [first, ...(others as ServerUrl[])];
}

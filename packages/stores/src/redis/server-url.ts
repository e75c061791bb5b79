import type { Address } from './address.ts';

/** What a URL of a server says. */
export interface ServerUrl extends Address {
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The number of the database. */
  readonly database: number;
}

/** Reads `redis://[user[:password]@]host[:port][/database]`, or `rediss://…`; `undefined` when it is neither. */
export function parseServerUrl(text: string): ServerUrl | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'redis:' && url?.protocol !== 'rediss:') return undefined;
  const database = /^\/?(\d{0,9})$/.exec(url.pathname)?.[1];
  if (url.hostname === '' || database === undefined || url.search !== '' || url.hash !== '') return undefined;
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? 6379 : Number(url.port),
      tls: url.protocol === 'rediss:',
      username: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
      database: Number(database),
    };
  } catch {
    // A bad escape in the user or the password.
    return undefined;
  }
}

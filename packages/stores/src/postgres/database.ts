import { setTimeout } from 'node:timers/promises';
import { StoreError } from '@location-records/core';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { oneLine } from '../shared/failures.ts';
import { loadPackage } from '../shared/load-package.ts';
import { codeOf, isLostConnection } from './failures.ts';
import type { Target } from './options.ts';
import type { Row } from './rows.ts';

/** The rows of a result, and how many rows a write touched. */
export interface Result {
  readonly rows: readonly Row[];
  readonly rowCount: number | null;
}

/** A prepared statement is missing, exists twice, or predates an ALTER TABLE. */
const preparedOtherwise = new Set(['26000', '42P05', '0A000']);
/** The server rolled the transaction back because of a concurrent one. */
const conflicts = new Set(['40001', '40P01']);
/** How often a statement with conflicts is tried. */
const maxAttempts = 10;
/** How long the connections of a closed store may take to end (ms). */
const endTimeout = 1000;

/** A statement with parameters. It is prepared only if it has a name. */
export interface Statement {
  readonly text: string;
  /** Different for every text, so that a prepared statement of this name always has this text. */
  readonly name?: string;
}

/** Reads every column as text, whatever parsers the application has set. */
const types = { getTypeParser: () => String };

/** A connection or a pool. */
export interface Queryable {
  query(query: ReturnType<typeof textQuery>): Promise<Result>;
}

/** Creates a query of `pg` whose rows are arrays of text. */
export function textQuery(text: string, values: readonly unknown[]) {
  return { text, values: [...values], rowMode: 'array' as const, types };
}

/** What a {@link Database} has besides its pool. */
interface DatabaseParts {
  /** Whether the store made the pool, and ends it. */
  readonly isOwn?: boolean;
  readonly prepares?: boolean | undefined;
  /** Cleared when the pool ends. */
  readonly watch?: NodeJS.Timeout | undefined;
}

/** A pool of connections. A broken one is dropped, and the next statement connects again. */
export class Database {
  readonly pool: Pool;
  /** The server and the database, for messages. */
  readonly endpoint: string;
  readonly #isOwn: boolean;
  readonly #watch: NodeJS.Timeout | undefined;
  #prepares: boolean;

  constructor(pool: Pool, endpoint: string, { isOwn = true, prepares = false, watch }: DatabaseParts = {}) {
    this.pool = pool;
    this.endpoint = endpoint;
    this.#isOwn = isOwn;
    this.#prepares = prepares;
    this.#watch = watch;
  }

  /**
   * Runs a statement as one transaction, and a read once more if its connection is lost. Rejects with the
   * error of `pg`.
   */
  async query({ text, name }: Statement, values: readonly unknown[], isRead = false): Promise<Result> {
    let isPrepared = this.#prepares && name !== undefined;
    for (let attempt = 1; ; attempt++) {
      const query = textQuery(text, values);
      try {
        return await this.pool.query(isPrepared ? { ...query, name } : query);
      } catch (error) {
        const code = codeOf(error);
        if (isPrepared && preparedOtherwise.has(code)) {
          isPrepared = false;
          // A pooler spreads the statements of one client over several sessions.
          if (code !== '0A000') this.#prepares = false;
        } else if (conflicts.has(code) && attempt < maxAttempts) {
          await setTimeout(Math.random() * 10 * attempt);
        } else if (!(isRead && attempt === 1 && isLostConnection(error))) {
          throw error;
        }
      }
    }
  }

  /** Ends the pool if the store made it. Resolves soon even if the server hangs. */
  async end(): Promise<void> {
    if (!this.#isOwn) return;
    clearInterval(this.#watch);
    const patience = new AbortController();
    const late = setTimeout(endTimeout, undefined, { signal: patience.signal, ref: false }).catch(() => {});
    await Promise.race([this.pool.end(), late]);
    patience.abort();
  }
}

/** How the connections of a {@link Database} are used. */
interface PoolSettings {
  readonly maxConnections: number;
  /** The time-out of each statement, in milliseconds; none if `undefined`. */
  readonly timeout?: number | undefined;
  /** Settings of each session, such as `enable_seqscan=off`. Poolers refuse them. */
  readonly session?: readonly string[] | undefined;
  /** Whether statements with a name are prepared. */
  readonly prepares?: boolean;
}

/**
 * Creates a pool that connects on first use, or uses the pool of the caller.
 *
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` if `pg` is missing, or the URL cannot work.
 */
export async function makeDatabase({ source, timeout }: Target, settings: PoolSettings): Promise<Database> {
  if (typeof source !== 'string') {
    const pool = source as Pool;
    return new Database(pool, endpointOf(pool.options ?? {}), { isOwn: false });
  }
  const { default: pg } = await loadPackage('PostgreSQL', 'pg', () => import('pg'));
  try {
    const config = {
      connectionString: connectionStringOf(source, settings.session),
      max: settings.maxConnections,
      connectionTimeoutMillis: timeout,
      keepAlive: true,
      enableChannelBinding: /[?&]channel_binding=(prefer|require)\b/.test(source),
      // A store that was not closed does not keep the process alive.
      allowExitOnIdle: true,
    };
    // A client reads the URL and the environment, and does not connect by itself.
    const endpoint = endpointOf(new pg.Client(config));
    const pool = new pg.Pool(config);
    // Without a listener, a broken idle connection would end the process. The pool drops it.
    pool.on('error', () => {});
    const watch = settings.timeout === undefined ? undefined : endLate(pool, settings.timeout);
    return new Database(pool, endpoint, { prepares: settings.prepares, watch });
  } catch (error) {
    // Not as the cause: it may contain the URL with its password.
    const problem = `the URL of the database cannot be used (${oneLine(error)}); correct it`;
    throw new StoreError('STORE_UNAVAILABLE', `Cannot open the PostgreSQL store: ${problem}.`);
  }
}

/**
 * Ends connections whose statement gets no reply in time. `query_timeout` of `pg` would set a timer for each
 * statement, which slows lists down.
 */
function endLate(pool: Pool, timeout: number): NodeJS.Timeout {
  const inUse = new Map<PoolClient, number>();
  pool.on('acquire', (client) => void inUse.set(client, performance.now()));
  pool.on('release', (_, client) => void inUse.delete(client));
  const check = () => {
    const latest = performance.now() - timeout;
    for (const [client, since] of inUse) if (since < latest) client.end().catch(() => {});
  };
  return setInterval(check, Math.min(Math.ceil(timeout / 5), 1000)).unref();
}

/** Adds session settings to the URL, after those of the URL or the environment. */
function connectionStringOf(url: string, session: readonly string[] = []): string {
  const given = new URLSearchParams(/\?.*/.exec(url)?.[0]);
  const more: string[] = [];
  if (session.length > 0) {
    const before = given.get('options') ?? process.env.PGOPTIONS ?? '';
    const options = [before, ...session.map((setting) => `-c ${setting}`)].join(' ').trim();
    more.push(`options=${encodeURIComponent(options)}`);
  }
  // `pg` 8 treats these as verify-full, and warns at every start that later versions will not.
  const isVague = /^(prefer|require|verify-ca)$/.test(given.get('sslmode') ?? '');
  if (isVague && given.get('uselibpqcompat') !== 'true') more.push('sslmode=verify-full');
  // The last value of a parameter counts.
  return more.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${more.join('&')}`;
}

/**
 * Names the server and the database without a password: `localhost:5432/places`.
 *
 * @throws {Error} if the port is not valid: such a connection would neither succeed nor fail.
 */
function endpointOf({ host, port = 5432, database }: Pick<PoolConfig, 'host' | 'port' | 'database'>): string {
  if (!(port >= 1 && port <= 65_535)) throw new Error('the port is not one from 1 to 65535');
  return [`${host ?? 'pool'}:${port}`, database].filter(Boolean).join('/');
}

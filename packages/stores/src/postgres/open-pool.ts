import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { StoreError } from '@location-records/core';
import type pg from 'pg';
import type { Client, Pool, PoolConfig } from 'pg';
import { channelBindingOf, pinSslMode } from './database-url.ts';

/** The part of the package `pg` that the store uses. */
type Pg = Pick<typeof pg, 'Client' | 'Pool'>;

const load = async (): Promise<Pg> => (await import('pg')).default;

/**
 * The package `pg`, which the application installs.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE` when it is not there.
 */
export async function loadPg(importPg: () => Promise<Pg> = load): Promise<Pg> {
  try {
    return await importPg();
  } catch (cause) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      'The PostgreSQL store needs the package "pg": run "npm install pg", or add "--package pg" where npx runs it.',
      { cause },
    );
  }
}

/** What a pool is used for. */
export interface PoolUse {
  readonly pool: Pool;
  /** Its clients, where the store made the pool. */
  readonly own?: OwnClients;
  readonly prepare: boolean;
  /** The option that allows more connections. */
  readonly limit: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** The server and the database, for messages. */
  readonly endpoint: string;
}

/** How much earlier a call times out than its pool (ms), so that its error names the cause. */
const grace = 100;
const maxTimeout = 2_147_483_647;

/** Creates a pool of at most `max` connections, which connects when it is first used. */
export function openPool(
  { Pool, Client }: Pg,
  connectionString: string,
  timeout: number,
  max: number,
): Pick<PoolUse, 'pool' | 'own'> {
  const own = new OwnClients();
  const channelBinding = channelBindingOf(connectionString);
  class OwnClient extends Client {
    constructor(config?: PoolConfig) {
      super(config);
      own.add(this);
      if (channelBinding === 'require') demandChannelBinding(this);
    }
  }
  const pool = new Pool({
    connectionString: pinSslMode(connectionString),
    max,
    connectionTimeoutMillis: Math.min(timeout + grace, maxTimeout),
    keepAlive: true,
    enableChannelBinding: channelBinding !== 'disable',
    // A store that was not closed does not keep the process alive.
    allowExitOnIdle: true,
    Client: OwnClient,
  });
  return { pool, own };
}

/** How long a connection may take to end in order (ms). */
const endTimeout = 1000;

/**
 * The clients of a pool of the store. None may outlive the pool: `pg` waits forever for a server that hangs.
 */
class OwnClients {
  readonly #connecting = new Set<Client>();
  readonly #connected = new Set<Client>();

  /** Follows a new client from before it connects. */
  add(client: Client): void {
    this.#connecting.add(client);
    rejectUnknownMessages(client);
    client.once('connect', () => {
      this.#connecting.delete(client);
      this.#connected.add(client);
    });
    client.once('end', () => {
      this.#connecting.delete(client);
      this.#connected.delete(client);
    });
  }

  /**
   * Ends the clients that are still connecting, and soon those that do not end in order. Call it when the
   * pool ends.
   */
  breakOff(): void {
    for (const client of this.#connecting) destroySocket(client);
    setTimeout(() => this.#connected.forEach(destroySocket), endTimeout).unref();
  }
}

/**
 * Makes a connection fail on a message that `pg` does not know, such as the request for a log-in with GSSAPI.
 * Otherwise `pg` throws in a listener of the socket, which ends the process.
 */
function rejectUnknownMessages(client: Client): void {
  const { connection } = client as ClientParts;
  const attach = connection.attachListeners;
  connection.attachListeners = (stream) => {
    const before = stream.listeners('data');
    attach.call(connection, stream);
    for (const listener of stream.listeners('data')) {
      if (before.includes(listener)) continue;
      stream.off('data', listener as (chunk: Buffer) => void);
      stream.on('data', (chunk: Buffer) => {
        try {
          listener(chunk);
        } catch (error) {
          stream.destroy(error as Error);
        }
      });
    }
  };
}

function destroySocket(client: Client): void {
  (client as ClientParts).connection.stream.destroy();
}

/** What every client of `pg` has, and its types do not declare. Its own listeners are added when it connects. */
type ClientParts = Client & {
  readonly connection: EventEmitter & {
    readonly stream: Duplex;
    attachListeners(stream: Duplex): void;
  };
};

/** The only log-in of PostgreSQL that is bound to the certificate of the server (RFC 5802, RFC 5929). */
const boundMechanism = 'SCRAM-SHA-256-PLUS';

/**
 * Other requests of a server that a client would answer with its password, or with a proof that others can
 * use.
 */
const otherLogIns = ['authenticationCleartextPassword', 'authenticationMD5Password'];

/**
 * Lets a client connect only when its log-in is bound to the TLS connection, as libpq does with
 * `channel_binding=require`. `pg` binds the log-in where the server offers it, but accepts any other log-in
 * too, which a man in the middle would choose. Call it before the client connects.
 */
function demandChannelBinding(client: Client): void {
  const { connection } = client as ClientParts;
  const refuse = () => connection.stream.destroy(new Error('The log-in is not bound to the connection.'));
  let isOffered = false;
  let isBound = false;
  connection.on('authenticationSASL', ({ mechanisms }: { readonly mechanisms: readonly string[] }) => {
    isOffered = mechanisms.includes(boundMechanism);
    if (!isOffered) refuse();
  });
  // Where the proof of the server is wrong, `pg` ends the connection itself.
  connection.on('authenticationSASLFinal', () => {
    isBound = isOffered;
  });
  connection.on('authenticationOk', () => {
    if (!isBound) refuse();
  });
  for (const question of otherLogIns) connection.on(question, refuse);
}

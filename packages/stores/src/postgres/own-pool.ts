import { StoreError } from '@location-records/core';
import type pg from 'pg';
import type { Client, Pool, PoolConfig } from 'pg';
import { maxTimeout } from '../shared/check-options.ts';
import { type ClientParts, demandChannelBinding } from './channel-binding.ts';
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

/** How much earlier a call times out than its pool (ms), so that its error names the cause. */
const grace = 100;

/** Creates a pool of at most `max` connections, which connects when it is first used. */
export function createOwnPool(
  { Pool, Client }: Pg,
  connectionString: string,
  timeout: number,
  max: number,
): { readonly pool: Pool; readonly own: OwnClients } {
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
export class OwnClients {
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

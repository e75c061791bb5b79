import type { Duplex } from 'node:stream';
import type { Client } from 'pg';

/** Milliseconds that a connection may take to end in order. */
const patience = 1000;

/** The clients of a pool that is ours, so that none outlives it: `pg` waits for ever for a server that hangs. */
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

  /** Breaks off what is still connecting, and soon what does not end in order. To be called when the pool ends. */
  breakOff(): void {
    for (const client of this.#connecting) destroySocket(client);
    setTimeout(() => this.#connected.forEach(destroySocket), patience).unref();
  }
}

/**
 * Lets a connection fail over a message that `pg` does not know, such as the request for a log-in with GSSAPI. `pg`
 * throws it in a listener of the socket otherwise, which ends the process.
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

/** What every client of `pg` has, and its types do not tell. */
type ClientParts = Client & {
  readonly connection: { readonly stream: Duplex; attachListeners(stream: Duplex): void };
};

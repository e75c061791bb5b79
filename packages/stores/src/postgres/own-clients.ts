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

function destroySocket(client: Client): void {
  (client as Client & { readonly connection: { readonly stream: Duplex } }).connection.stream.destroy();
}

import { once } from 'node:events';
import type { ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import { type Http2Connection, openHttp2 } from './http2-connection.ts';
import { itemOf, type Leave, type LeavingClients, readSome, uploads } from './leaving-clients.ts';

/** A client: a stream, on a connection that has others. */
interface Http2Client extends Http2Connection {
  readonly stream: ClientHttp2Stream;
  /** Aborts the stream alone. */
  readonly controller: AbortController;
}

const ways: readonly ((client: Http2Client, index: number) => void)[] = [
  // Resets the stream, with CANCEL or NO_ERROR. Its `close` would first end the body of an upload.
  ({ stream, controller }, index) => {
    if (index % (2 * ways.length) === 0) controller.abort();
    else stream.destroy();
  },
  ({ session }) => session.destroy(),
  ({ socket }) => socket.destroy(),
  ({ socket }) => socket.resetAndDestroy(),
];

/** The number of ways to leave. In the first way the connection stays, and in the others it ends with all its streams. */
const wayCount = ways.length;

/** The number of connections that the clients of a call share. */
const connectionCount = 5 * wayCount;

const list = { ':path': '/', 'accept-encoding': 'gzip' };
const record = { ':path': '/a' };
const upload = { ...record, ':method': 'POST', 'content-type': 'application/json' };

/** Clients of HTTP/2. They reset their stream on a connection that stays, or leave together with their connection. */
export class Http2Clients implements LeavingClients {
  brokenOff = 0;
  readonly #port: number;
  #lasting: Http2Connection | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** On the connection that stays only the streams are not read. On the others nothing is read. */
  async stallLists(count: number): Promise<Leave> {
    const clients = await this.#openMany(count, () => list, true);
    return () => clients.forEach(leave);
  }

  async leaveLists(count: number): Promise<void> {
    const clients = await this.#openMany(count, () => list);
    const leaving = clients.map(async (client, index) => {
      // Another client may have ended the connection.
      await readSome(client.stream, index).catch(() => {});
      leave(client, index);
    });
    await Promise.all(leaving);
  }

  async beginUploads(count: number): Promise<Leave> {
    const fieldsOf = (index: number) => ({ ...upload, ...itemOf(uploads, index).fields });
    const clients = await this.#openMany(count, fieldsOf);
    for (const [index, { stream }] of clients.entries()) {
      const { text } = itemOf(uploads, index);
      if (text !== '') stream.write(text);
    }
    return () => clients.forEach(leave);
  }

  async ask(): Promise<number> {
    const { session } = await this.#openLasting();
    const [{ ':status': status }] = await once(session.request(record).resume(), 'response');
    return status;
  }

  end(): void {
    this.#lasting?.session.destroy();
  }

  async #openMany(
    count: number,
    fieldsOf: (index: number) => OutgoingHttpHeaders,
    areDeaf = false,
  ): Promise<Http2Client[]> {
    const lasting = await this.#openLasting();
    const opening = Array.from({ length: connectionCount }, (_, number) =>
      number % wayCount === 0 ? lasting : openHttp2(this.#port, areDeaf),
    );
    const connections = await Promise.all(opening);
    return Array.from({ length: count }, (_, index) => {
      const connection = itemOf(connections, index);
      const controller = new AbortController();
      const fields = fieldsOf(index);
      const endStream = fields[':method'] !== 'POST';
      const stream = connection.session.request(fields, { endStream, signal: controller.signal });
      stream.on('error', () => {
        if (connection === lasting && !controller.signal.aborted) this.brokenOff++;
      });
      return { ...connection, stream, controller };
    });
  }

  /** The connection that stays from call to call. A new one is opened when the host has closed it. */
  async #openLasting(): Promise<Http2Connection> {
    if (this.#lasting?.session.closed !== false) this.#lasting = await openHttp2(this.#port);
    return this.#lasting;
  }
}

/** The client of this number leaves. */
function leave(client: Http2Client, index: number): void {
  itemOf(ways, index)(client, index);
}

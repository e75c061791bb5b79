import { connect, isIP, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import type { CaseResponse, CaseResponseHead, Connection } from '../http/service.ts';
import { ByteQueue, TimeoutError } from './byte-queue.ts';
import { readBody, readHead } from './read-response.ts';

/** Where the server listens, and how to connect. */
export interface ConnectOptions {
  /** A name or an IP address; an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
  /** The timeout of every wait for the server, in milliseconds. */
  readonly timeout: number;
  /** Uses TLS. `insecure` accepts an untrusted certificate. */
  readonly tls?: { readonly insecure: boolean } | undefined;
}

/** Connects over TCP or TLS. Rejects when that fails, or takes longer than `timeout`. */
function dial({ host, port, timeout, tls }: ConnectOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const address = { host, port, allowHalfOpen: true };
    const socket = tls ? connectSecurely({ ...address, ...tlsOptions(host, tls) }) : connect(address);
    const timer = setTimeout(() => {
      socket.destroy(new TimeoutError(`Timed out after ${timeout} ms waiting for a connection.`));
    }, timeout);
    const refuse = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.setNoDelay(true);
    // Never removed: a later error without a listener would end the process.
    socket.on('error', refuse);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

function tlsOptions(host: string, { insecure }: NonNullable<ConnectOptions['tls']>): ConnectionOptions {
  // An IP address is not a server name (RFC 6066 section 3).
  const name = isIP(host) ? {} : { servername: host };
  return { ...name, ALPNProtocols: ['http/1.1'], rejectUnauthorized: !insecure };
}

/**
 * Opens a connection over TCP or TLS. Rejects when no server listens, TLS fails, or it takes longer than
 * `timeout`.
 */
export async function openConnection(options: ConnectOptions): Promise<Connection> {
  return new SocketConnection(await dial(options), options.timeout);
}

class SocketConnection implements Connection {
  readonly #socket: Socket;
  readonly #timeout: number;
  readonly #bytes: ByteQueue;

  constructor(socket: Socket, timeout: number) {
    this.#socket = socket;
    this.#timeout = timeout;
    this.#bytes = new ByteQueue(timeout);
    socket.on('data', (bytes) => this.#bytes.push(bytes));
    socket.on('end', () => this.#bytes.end());
    socket.on('close', () => this.#bytes.end());
    socket.on('error', () => this.#bytes.reset());
  }

  /**
   * Lets the event loop poll first. A write on a connection that the server has reset discards received bytes
   * that are not read yet, such as the response to a client that keeps sending.
   */
  async send(bytes: string | Uint8Array): Promise<boolean> {
    await setImmediate();
    await setImmediate();
    return this.#write(bytes);
  }

  #write(bytes: string | Uint8Array): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new TimeoutError(`The server accepted no more bytes for ${this.#timeout} ms.`));
      }, this.#timeout);
      const settle = (error?: Error | null) => {
        clearTimeout(timer);
        this.#socket.off('close', closed);
        resolve(!error);
      };
      const closed = () => settle(new Error('closed'));
      this.#socket.once('close', closed);
      if (this.#socket.destroyed) closed();
      else this.#socket.write(bytes, settle);
    });
  }

  async receive(method = 'GET'): Promise<CaseResponse> {
    const head = await this.receiveHead();
    return { ...head, body: await this.receiveBody(head, method) };
  }

  receiveHead(): Promise<CaseResponseHead> {
    return readHead(this.#bytes);
  }

  receiveBody(head: CaseResponseHead, method = 'GET'): Promise<Uint8Array> {
    return readBody(this.#bytes, head, method);
  }

  closed(): Promise<Uint8Array> {
    return this.#bytes.rest();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

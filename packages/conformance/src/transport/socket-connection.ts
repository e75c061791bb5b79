import { connect, isIP, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import type { CaseResponse, CaseResponseHead, Connection } from '../http/service.ts';
import { ConnectionEndedError } from '../http/service.ts';
import { ByteQueue, TimeoutError } from './byte-queue.ts';
import { Allowance, maxBodies } from './limits.ts';
import { readBody, readHead, readToEnd } from './read-response.ts';

/** Where the server listens, and how to connect. */
export interface ConnectOptions {
  /** A name or an IP address; an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
  /** The timeout of the connecting, and of every call that reads or writes, in milliseconds. */
  readonly timeout: number;
  /** What the bodies of this connection and of others may have together; by default each has its own. */
  readonly allowance?: Allowance | undefined;
  /** Closes the connection, also while it connects. */
  readonly signal?: AbortSignal | undefined;
  /** Uses TLS. `insecure` accepts an untrusted certificate. */
  readonly tls?: { readonly insecure: boolean } | undefined;
}

/** A connection that also has whole exchanges of a request and its response. */
export interface ExchangeConnection extends Connection {
  /** Lets all reads up to the next call take the timeout together. */
  beginExchange(): void;
}

/** Connects over TCP or TLS. Rejects when that fails, or takes longer than `timeout`. */
function dial({ host, port, timeout, tls, signal }: ConnectOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const givenUp = () => new ConnectionEndedError('The connection was given up.');
    if (signal?.aborted) return reject(givenUp());
    const address = { host, port, allowHalfOpen: true };
    const socket = tls ? connectSecurely({ ...address, ...tlsOptions(host, tls) }) : connect(address);
    const timer = setTimeout(() => {
      socket.destroy(new TimeoutError(`Timed out after ${timeout} ms waiting for a connection.`));
    }, timeout);
    const giveUp = () => void socket.destroy(givenUp());
    signal?.addEventListener('abort', giveUp, { once: true });
    socket.once('close', () => signal?.removeEventListener('abort', giveUp));
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
export async function openConnection(options: ConnectOptions): Promise<ExchangeConnection> {
  return new SocketConnection(await dial(options), options);
}

class SocketConnection implements ExchangeConnection {
  readonly #socket: Socket;
  readonly #timeout: number;
  readonly #allowance: Allowance | undefined;
  readonly #bytes: ByteQueue;
  /** Whether reads belong to an exchange, which has a timeout as a whole. */
  #hasExchange = false;
  /** Whether a case stopped reading. */
  #isPaused = false;
  /** Whether the unread bytes are so many that reading has stopped. */
  #isFull = false;

  constructor(socket: Socket, { timeout, allowance }: ConnectOptions) {
    this.#socket = socket;
    this.#timeout = timeout;
    this.#allowance = allowance;
    this.#bytes = new ByteQueue({
      stop: () => this.#setFlow(this.#isPaused, true),
      goOn: () => this.#setFlow(this.#isPaused, false),
    });
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

  beginExchange(): void {
    this.#hasExchange = true;
    this.#bytes.startTimer(this.#timeout);
  }

  async receive(method = 'GET'): Promise<CaseResponse> {
    this.#bytes.startTimer(this.#timeout);
    const head = await readHead(this.#bytes);
    return { ...head, body: await this.#readBody(head, method) };
  }

  receiveHead(): Promise<CaseResponseHead> {
    this.#beginRead();
    return readHead(this.#bytes);
  }

  receiveBody(head: CaseResponseHead, method = 'GET'): Promise<Uint8Array> {
    this.#beginRead();
    return this.#readBody(head, method);
  }

  closed(): Promise<Uint8Array> {
    this.#beginRead();
    return readToEnd(this.#bytes, this.#ownAllowance());
  }

  pause(): void {
    this.#setFlow(true, this.#isFull);
  }

  resume(): void {
    this.#setFlow(false, this.#isFull);
  }

  #beginRead(): void {
    if (!this.#hasExchange) this.#bytes.startTimer(this.#timeout);
  }

  #readBody(head: CaseResponseHead, method: string): Promise<Uint8Array> {
    return readBody(this.#bytes, head, method, this.#ownAllowance());
  }

  #ownAllowance(): Allowance {
    return this.#allowance ?? new Allowance(maxBodies);
  }

  #setFlow(isPaused: boolean, isFull: boolean): void {
    const [wasStopped, isStopped] = [this.#isPaused || this.#isFull, isPaused || isFull];
    [this.#isPaused, this.#isFull] = [isPaused, isFull];
    if (isStopped && !wasStopped) this.#socket.pause();
    if (wasStopped && !isStopped) this.#socket.resume();
  }

  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

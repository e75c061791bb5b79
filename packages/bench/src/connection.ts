import { connect, type Socket } from 'node:net';

/** The response to one request. */
export interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
}

interface Waiting {
  resolve(response: ReceivedResponse): void;
  reject(error: Error): void;
}

/** A server of Node.js lets 511 connections wait to be accepted. The others try again after a second. */
const atATime = 200;
const endOfHead = Buffer.from('\r\n\r\n');

/**
 * A keep-alive connection. It sends requests that were made beforehand, one after the other, and does as
 * little as possible itself. Every response must have a length.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: Waiting | undefined;
  #broken: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#break(error));
    socket.on('close', () => this.#break(new Error('The server closed the connection.')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  /** Opens `count` connections, some at a time. */
  static async openMany(port: number, count: number): Promise<Connection[]> {
    const connections: Connection[] = [];
    while (connections.length < count) {
      const some = Math.min(atATime, count - connections.length);
      connections.push(...(await Promise.all(Array.from({ length: some }, () => Connection.open(port)))));
    }
    return connections;
  }

  /** Sends one request, while no other may be under way. Rejects when the connection breaks. */
  send(request: Uint8Array): Promise<ReceivedResponse> {
    return new Promise((resolve, reject) => {
      if (this.#broken) {
        reject(this.#broken);
        return;
      }
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const head = this.#received.indexOf(endOfHead);
    if (head === -1) return;
    const text = this.#received.toString('latin1', 0, head);
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    if (length === undefined) {
      this.#break(new Error(`A response without a length: ${text}`));
      return;
    }
    const start = head + endOfHead.length;
    const end = start + Number(length);
    if (this.#received.length < end) return;
    const body = this.#received.toString('utf8', start, end);
    this.#received = this.#received.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: Number(text.slice(9, 12)), body });
  }

  #break(error: Error): void {
    this.#broken ??= error;
    this.#waiting?.reject(this.#broken);
    this.#waiting = undefined;
    this.#socket.destroy();
  }
}

/** The bytes of a request for the record `id` below a mount path; with a body when there is one. */
export function requestBytes(method: string, id: string, body?: string, mountPath = ''): Buffer {
  const content =
    body === undefined
      ? ''
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  const target = `${mountPath}/${encodeURIComponent(id)}`;
  return Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${content}\r\n${body ?? ''}`);
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { itemOf, type Leave, type LeavingClients, readSome, uploads } from './leaving-clients.ts';

const askForList = 'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n';
const uploadHead = 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** Clients of HTTP/1.1 with a connection each. Half of them close it, and the others reset it. */
export class Http1Clients implements LeavingClients {
  brokenOff = 0;
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async stallLists(count: number): Promise<Leave> {
    const sockets = await this.#dialMany(count, (socket) => socket.pause().write(askForList));
    return () => sockets.forEach(leave);
  }

  async leaveLists(count: number): Promise<void> {
    await this.#dialMany(count, async (socket, index) => {
      socket.write(askForList);
      await readSome(socket, index);
      leave(socket, index);
    });
  }

  async beginUploads(count: number): Promise<Leave> {
    const sockets = await this.#dialMany(count, (socket, index) =>
      socket.write(uploadHead + uploadOf(index)),
    );
    return () => sockets.forEach(leave);
  }

  async ask(): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.#port}/a`)).status;
  }

  end(): void {}

  #dialMany(count: number, act: (socket: Socket, index: number) => unknown): Promise<Socket[]> {
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const socket = connect({ port: this.#port, host: '127.0.0.1' });
        await once(socket, 'connect');
        // Only a client that has not left gets an error.
        socket.on('error', () => this.brokenOff++);
        await act(socket, index);
        return socket;
      }),
    );
  }
}

/** The rest of the head, and the part of the body that is sent. */
function uploadOf(index: number): string {
  const { fields, text } = itemOf(uploads, index);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  if ('content-length' in fields) return `${lines.join('')}\r\n${text}`;
  const chunk = text && `${text.length.toString(16)}\r\n${text}\r\n`;
  return `Transfer-Encoding: chunked\r\n\r\n${chunk}`;
}

function leave(socket: Socket, index: number): void {
  if (index % 2 === 0) socket.destroy();
  else socket.resetAndDestroy();
}

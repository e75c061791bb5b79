import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The reply of a server, as the protocol writes it; `undefined` for none. */
export type FakeReply = string | undefined;

/** A server that replies as a test says. */
export interface FakeRedis {
  readonly url: string;
  readonly port: number;
  /** The commands that have come, in their order, each with the number of its connection. */
  readonly received: readonly (readonly [connection: number, ...args: string[]])[];
  stop(): Promise<void>;
}

/** A reply of text. */
export function text(value: string): string {
  return `$${Buffer.byteLength(value)}\r\n${value}\r\n`;
}

/** The reply of a node to `CLUSTER SLOTS` when another one, or the same, has all slots. */
export function wholeMap(port: number): string {
  return `*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n${text('127.0.0.1')}:${port}\r\n${text(`node at ${port}`)}`;
}

/**
 * Starts it on a free port of the loopback address. When `reply` returns `null`, it replies as a
 * server without records that is not a node of a cluster.
 */
export async function startFakeRedis(
  reply: (args: readonly string[], socket: Socket) => FakeReply | null,
): Promise<FakeRedis> {
  const received: [number, ...string[]][] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const number = sockets.push(socket) - 1;
    let rest = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let command = takeCommand(rest); command; command = takeCommand(rest)) {
        rest = rest.slice(command.length);
        received.push([number, ...command.args]);
        const own = reply(command.args, socket);
        const sent = own === null ? replyPlainly(command.args) : own;
        if (sent !== undefined && socket.writable) socket.write(sent);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    received,
    async stop() {
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function replyPlainly([name]: readonly string[]): string {
  if (name === 'PING') return '+PONG\r\n';
  if (name === 'INFO') return text('cluster_enabled:0\r\nmaxmemory_policy:noeviction\r\n');
  if (name === 'SET') return '+OK\r\n';
  if (name === 'GET') return text('{"buckets":1024,"areas":false}');
  if (name === 'HGETALL') return '*0\r\n';
  if (name === 'HGET') return '$-1\r\n';
  return ':1\r\n';
}

/** The first whole command of what has come. */
function takeCommand(received: string): { readonly args: string[]; readonly length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(received);
  if (!head) return undefined;
  let length = head[0].length;
  const args: string[] = [];
  for (let count = Number(head[1]); count > 0; count--) {
    const size = /^\$(\d+)\r\n/.exec(received.slice(length, length + 20));
    if (!size) return undefined;
    const start = length + size[0].length;
    length = start + Number(size[1]) + 2;
    if (received.length < length) return undefined;
    args.push(Buffer.from(received.slice(start, length - 2), 'latin1').toString());
  }
  return { args, length };
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { print, printTable } from '@location-records/workspace/campaigns';
import { Connection, requestBytes } from '../connection.ts';
import { ServerProcess } from '../server-process.ts';
import type { Settings } from './settings.ts';

/** Clients that take their time, and so many at once. */
interface Kind {
  readonly name: string;
  /** What each sends at once. */
  readonly first: string;
  /** What each sends every second. */
  readonly drip?: string;
  /** What each does with a piece of the response. */
  readonly onData?: (socket: Socket) => void;
  /** Whether the server has to end them. */
  readonly isEnded?: true;
  /** Whether the server sends each as much as the system buffers. */
  readonly fillsBuffers?: true;
  /** Whether they are gone as soon as they have come. */
  readonly isGone?: true;
}

const host = 'Host: 127.0.0.1\r\n';
const list = `GET / HTTP/1.1\r\n${host}\r\n`;
const content = 'Content-Type: application/json\r\nContent-Length: 4000\r\n';

const kinds: readonly Kind[] = [
  { name: 'slow heads', first: `GET / HTTP/1.1\r\n${host}X: `, drip: 'x', isEnded: true },
  { name: 'slow bodies', first: `PUT /0 HTTP/1.1\r\n${host}${content}\r\n{`, drip: ' ', isEnded: true },
  { name: 'slow readers of a list', first: list, onData: (socket) => socket.pause(), fillsBuffers: true },
  { name: 'idle connections', first: `GET /0 HTTP/1.1\r\n${host}\r\n` },
  { name: 'clients that leave', first: list, onData: (socket) => socket.destroy(), isGone: true },
];

/** How many records the list has: more than a system buffers of it. */
const records = 25_000;
/** Within which time a client that sends too slowly is gone, in milliseconds. */
const patience = 15_000;
/** How much more memory the server may have in the end, in bytes. */
const maxGrowth = 32 * 2 ** 20;

/** Meets the server with many slow clients of each kind, beside a normal one. */
export async function slowClients({ isShort, check }: Settings): Promise<void> {
  const count = isShort ? 200 : 1000;
  const slice = isShort ? 500 : 7000;
  const server = await ServerProcess.startCommand('memory:', {}, isShort ? ['--request-timeout', '2'] : []);
  await fill(server.port);
  const normal = await Connection.open(server.port);
  // Caches and the just-in-time compiler reach their size first.
  for (const kind of kinds) (await SlowClients.open(server.port, kind, 100, 0.2)).leave();
  await p99During(normal, setTimeout(slice));
  const before = await server.memoryInUse();
  const rows: string[][] = [];
  for (const kind of kinds) {
    const alone = await p99During(normal, setTimeout(slice));
    const opening = SlowClients.open(server.port, kind, count, kind.isGone || isShort ? slice / 1000 : 1);
    if (!kind.isGone) {
      await opening;
      if (kind.fillsBuffers) await untilIdle(server);
    }
    const beside = await p99During(normal, Promise.all([opening, setTimeout(slice)]));
    const clients = await opening;
    rows.push([kind.name, alone.toFixed(2), beside.toFixed(2), mebibytes(await server.memory())]);
    if (kind.isEnded) check(`slow-clients: ${kind.name} are gone within 15 s`, await clients.areEnded());
    clients.leave();
    // So few requests tell more about other work on the machine.
    if (!isShort)
      check(`slow-clients: a GET beside ${kind.name} takes at most 3 times as long`, beside <= 3 * alone);
  }
  normal.close();
  const after = await memoryBelow(server, before + maxGrowth);
  printTable([`${count} clients`, 'GET alone, p99, ms', 'GET beside them, p99, ms', 'memory, MiB'], rows);
  print(`Memory: ${mebibytes(before)} MiB before, ${mebibytes(after)} MiB after`);
  check('slow-clients: memory is back to within 32 MiB', after <= before + maxGrowth);
  check('slow-clients: the service ends with exit code 0', (await server.stop()) === 0);
}

async function fill(port: number): Promise<void> {
  const description = 'a'.repeat(200);
  const lines = Array.from({ length: records }, (_, id) =>
    JSON.stringify({ id: String(id), latitude: 1, longitude: 2, description }),
  );
  const response = await fetch(`http://127.0.0.1:${port}/-/records`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  if (response.status !== 200) throw new Error(await response.text());
  await response.text();
}

/** Clients of one kind. */
class SlowClients {
  readonly #sockets: Socket[] = [];
  readonly #opened = performance.now();
  readonly #dripping: NodeJS.Timeout;

  private constructor(drip: string | undefined, count: number) {
    let next = 0;
    // Each in its turn, so that this process is not busy with all of them at a time.
    this.#dripping = setInterval(() => {
      for (let some = 0; drip !== undefined && some < count / 100; some++) {
        const socket = this.#sockets[next++ % count];
        if (socket?.writable) socket.write(drip);
      }
    }, 10);
  }

  /** Opens clients, spread over some time. */
  static async open(port: number, { first, drip, onData }: Kind, count: number, seconds: number) {
    const clients = new SlowClients(drip, count);
    const sockets = clients.#sockets;
    while (sockets.length < count) {
      await setTimeout(20);
      const due = Math.min(count, ((performance.now() - clients.#opened) / 1000 / seconds) * count);
      while (sockets.length < due) {
        const socket = connect(port, '127.0.0.1');
        // The server resets some of them.
        socket.on('error', () => {});
        socket.on('data', () => onData?.(socket));
        socket.write(first);
        sockets.push(socket);
      }
    }
    return clients;
  }

  /** Resolves to whether the server ends all of them within their time. */
  async areEnded(): Promise<boolean> {
    const ended = Promise.all(this.#sockets.map((socket) => socket.closed || once(socket, 'close')));
    // All of them were open after a second.
    const left = this.#opened + 1000 + patience - performance.now();
    return Promise.race([ended.then(() => true), setTimeout(left, false)]);
  }

  leave(): void {
    clearInterval(this.#dripping);
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Resolves when the server has filled the buffers of its readers. */
async function untilIdle(server: ServerProcess): Promise<void> {
  let before = 0;
  let now = await server.cpuTime();
  while (now - before > 100_000) {
    await setTimeout(1000);
    before = now;
    now = await server.cpuTime();
  }
}

const get = requestBytes('GET', '0');

/** Resolves to the 99th percentile of the time of a GET, in milliseconds, of some 150 a second meanwhile. */
async function p99During(client: Connection, time: Promise<unknown>): Promise<number> {
  let isOver = false;
  void time.then(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) {
    const start = performance.now();
    await client.send(get);
    times.push(performance.now() - start);
    await setTimeout(5);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}

/** Resolves to the memory of the server when it is at most `limit`, or after ten seconds. */
async function memoryBelow(server: ServerProcess, limit: number): Promise<number> {
  for (let second = 0; second < 10; second++) {
    const memory = await server.memoryInUse();
    if (memory <= limit) return memory;
    await setTimeout(1000);
  }
  return server.memoryInUse();
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

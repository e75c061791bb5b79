import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeIdleConnections, trackConnections } from '../../src/node/connections.ts';

// Vitest fakes the global ones alone.
vi.mock('node:timers', () => ({
  setInterval: (...timer: Parameters<typeof setInterval>) => setInterval(...timer),
  clearInterval: (timer: NodeJS.Timeout) => clearInterval(timer),
}));

const idleTimeout = 100;

/** The members of a socket that are read. As in node:net, `bytesWritten` includes the bytes that still wait. */
class Connection extends EventEmitter {
  bytesRead = 0;
  bytesWritten = 0;
  writableLength = 0;
  readonly destroy = vi.fn();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** What the kernel is said to hold for a connection, which has moved when that changes; it is asked of no other. */
type Queue = string | undefined;

function connect(server = new EventEmitter(), queueOf: (connection: Connection) => Queue = () => undefined) {
  const connection = new Connection();
  const connections = trackConnections(server as Server);
  closeIdleConnections(server as Server, connections, idleTimeout, async (sockets) => {
    const queues = new Map<object, string>();
    for (const socket of sockets) {
      const queue = queueOf(socket as unknown as Connection);
      if (queue !== undefined) queues.set(socket, queue);
    }
    return queues;
  });
  server.emit('listening');
  server.emit('connection', connection);
  return connection;
}

describe('a connection', () => {
  it.each<[string, (connection: Connection) => void]>([
    ['a request comes in', (connection) => connection.bytesRead++],
    ['a response goes out', (connection) => connection.bytesWritten++],
    ['a response that waited goes out', (connection) => connection.writableLength--],
  ])('on which %s is left alone, and closed when that has stopped', (_, move) => {
    const connection = connect();
    for (let moves = 0; moves < 20; moves++) {
      move(connection);
      vi.advanceTimersByTime(idleTimeout - 1);
    }
    expect(connection.destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(idleTimeout / 4 + 1);
    expect(connection.destroy).toHaveBeenCalledOnce();
  });

  it.each<[string, Queue]>([
    ['does not tell what it holds for it', undefined],
    ['always holds the same for it', '00000001 '],
  ])(
    'whose client does not read is closed where the kernel %s, though more and more waits',
    async (_, queue) => {
      const connection = connect(undefined, () => queue);
      for (let quarters = 0; quarters < 4; quarters++) {
        connection.bytesWritten++;
        connection.writableLength++;
        await vi.advanceTimersByTimeAsync(idleTimeout / 4);
      }
      expect(connection.destroy).toHaveBeenCalledOnce();
    },
  );

  it('whose client reads what the kernel holds is left alone, and closed when that has stopped', async () => {
    let held = 1000;
    const connection = connect(undefined, () => String(held));
    connection.bytesWritten = connection.writableLength = 65_536;
    for (let moves = 0; moves < 20; moves++) {
      held--;
      await vi.advanceTimersByTimeAsync(idleTimeout - 1);
    }
    expect(connection.destroy).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(idleTimeout / 4 + 1);
    expect(connection.destroy).toHaveBeenCalledOnce();
  });

  it('for which nothing waits, or on which something moves, is none of the business of the kernel', async () => {
    const queueOf = vi.fn(() => '1');
    const connection = connect(undefined, queueOf);
    await vi.advanceTimersByTimeAsync(idleTimeout / 2);
    connection.bytesWritten = 2;
    connection.writableLength = 1;
    for (let quarters = 0; quarters < 5; quarters++) {
      connection.bytesWritten++;
      await vi.advanceTimersByTimeAsync(idleTimeout / 4);
    }
    expect(queueOf).not.toHaveBeenCalled();
  });

  it('that has ended is looked at no more', () => {
    const connection = connect();
    connection.emit('close');
    vi.advanceTimersByTime(2 * idleTimeout);
    expect(connection.destroy).not.toHaveBeenCalled();
  });
});

it('looks no more when the server is closed, and again when it listens again', () => {
  const server = new EventEmitter();
  const connection = connect(server);
  server.emit('close');
  expect(vi.getTimerCount()).toBe(0);
  server.emit('listening');
  vi.advanceTimersByTime(idleTimeout);
  expect(connection.destroy).toHaveBeenCalledOnce();
});

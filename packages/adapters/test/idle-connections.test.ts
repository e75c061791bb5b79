import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeIdleConnections } from '../src/node/idle-connections.ts';

const idleTimeout = 100;

/** As far as its bytes are looked at; `bytesWritten` counts those that wait as well, as it does in node:net. */
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

function connect(server = new EventEmitter()): Connection {
  const connection = new Connection();
  closeIdleConnections(server as Server, idleTimeout);
  server.emit('listening');
  server.emit('connection', connection);
  return connection;
}

describe('a connection', () => {
  it.each<[string, (connection: Connection) => void]>([
    ['a request comes in', (connection) => connection.bytesRead++],
    ['an answer goes out', (connection) => connection.bytesWritten++],
    ['an answer that waited goes out', (connection) => connection.writableLength--],
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

  it('whose client does not read is closed, though more and more waits for it', () => {
    const connection = connect();
    for (let quarters = 0; quarters < 5; quarters++) {
      connection.bytesWritten++;
      connection.writableLength++;
      vi.advanceTimersByTime(idleTimeout / 4);
    }
    expect(connection.destroy).toHaveBeenCalled();
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

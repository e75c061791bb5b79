import { EventEmitter } from 'node:events';
import type { ServerHttp2Stream } from 'node:http2';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { resetIdleStreams } from '../../src/node/idle-streams.ts';
import type { ConnectionEnds } from '../../src/node/send-queues.ts';

// Vitest fakes the global one alone.
vi.mock('node:timers', () => ({
  setTimeout: (...timer: Parameters<typeof setTimeout>) => setTimeout(...timer),
}));

const idleTimeout = 100;

/** As far as it is looked at. Its timer runs only when it is set: nothing moves on it that node:http2 would see. */
class Stream extends EventEmitter {
  readonly session = { socket: { localPort: 80, remotePort: 50_000, bytesWritten: 65_536 } };
  bufferSize = 65_536;
  destroyed = false;
  #timer: NodeJS.Timeout | undefined;

  readonly setTimeout = vi.fn((milliseconds: number) => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.emit('timeout'), milliseconds);
  });

  readonly destroy = vi.fn(() => {
    clearTimeout(this.#timer);
    this.destroyed = true;
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** Watches a stream; `queueOf` is what the kernel is said to hold for its connection. */
function watchStreams(queueOf: () => string | undefined, count = 1) {
  const sendQueues = vi.fn(async (connections: Iterable<ConnectionEnds>) => {
    const queues = new Map<ConnectionEnds, string>();
    for (const connection of connections) {
      const queue = queueOf();
      if (queue !== undefined) queues.set(connection, queue);
    }
    return queues;
  });
  const watch = resetIdleStreams(idleTimeout, sendQueues);
  const streams = Array.from({ length: count }, () => new Stream());
  for (const stream of streams) watch(stream as unknown as ServerHttp2Stream);
  return { streams, stream: streams[0] as Stream, sendQueues };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('a stream on which node:http2 sees nothing move', () => {
  it('is left alone while the client reads what the kernel holds, and reset when that has stopped', async () => {
    let held = 1_000_000;
    const { stream } = watchStreams(() => String(held));
    for (let moves = 0; moves < 40; moves++) {
      held--;
      await pass(idleTimeout - 1);
    }
    expect(stream.destroy).not.toHaveBeenCalled();
    await pass(3 * idleTimeout);
    expect(stream.destroy).toHaveBeenCalledOnce();
  });

  it('is left alone while the system takes bytes, where the kernel does not tell what it holds', async () => {
    const { stream } = watchStreams(() => undefined);
    for (let moves = 0; moves < 40; moves++) {
      stream.session.socket.bytesWritten++;
      await pass(idleTimeout - 1);
    }
    expect(stream.destroy).not.toHaveBeenCalled();
  });

  it.each([
    ['does not tell what it holds', undefined],
    ['always holds the same', '00000001 '],
  ])('is reset where the kernel %s, but not before it was checked for the whole time', async (_, queue) => {
    const { stream } = watchStreams(() => queue);
    await pass(2 * idleTimeout);
    expect(stream.destroy).not.toHaveBeenCalled();
    await pass(idleTimeout / 4);
    expect(stream.destroy).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts the timer of its session anew at each check, so that the session stays open', async () => {
    const { stream } = watchStreams(() => '1');
    await pass(2 * idleTimeout);
    // When it was watched, when its time was up, and at each look.
    expect(stream.setTimeout).toHaveBeenCalledTimes(2 + 4);
  });

  it('is reset at once where nothing waits to be sent', async () => {
    const { stream, sendQueues } = watchStreams(() => '1');
    stream.bufferSize = 0;
    await pass(idleTimeout);
    expect(stream.destroy).toHaveBeenCalledOnce();
    expect(sendQueues).not.toHaveBeenCalled();
  });
});

it('asks the kernel once a quarter of the time, for all streams at once', async () => {
  const { sendQueues } = watchStreams(() => '1', 50);
  await pass(2 * idleTimeout);
  expect(sendQueues.mock.calls.map(([connections]) => [...connections].length)).toEqual([50, 50, 50, 50]);
});

it.each<[string, (stream: Stream) => void]>([
  ['has ended', (stream) => stream.destroy()],
  ['has sent everything', (stream) => (stream.bufferSize = 0)],
])('no longer checks a stream that %s', async (_, end) => {
  const { stream, sendQueues } = watchStreams(() => '1');
  await pass(idleTimeout);
  end(stream);
  await pass(idleTimeout - 1);
  expect(sendQueues).toHaveBeenCalledOnce();
  expect(stream.destroy.mock.calls).toHaveLength(stream.destroyed ? 1 : 0);
});

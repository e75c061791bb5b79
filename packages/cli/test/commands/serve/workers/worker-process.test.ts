import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WorkerProcess } from '../../../../src/commands/serve/workers/worker-process.ts';

/** The process of a worker that has loaded its modules, and that only a signal can end. */
class StuckChild extends EventEmitter {
  pid: number | undefined = 7;
  exitCode: number | null = null;
  signalCode: string | null = null;

  send(..._sending: [message: object, handle?: { close(): void }]): boolean {
    return true;
  }

  kill(signal: string): void {
    this.signalCode = signal;
    this.emit('close');
  }
}

let child: StuckChild;
let messages: EventEmitter;
let problems: string[];
let worker: WorkerProcess;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  child = new StuckChild();
  messages = new EventEmitter();
  forkChild();
  messages.emit('message', { kind: 'loaded' });
});

function forkChild(): void {
  const forked = Object.assign(messages, { process: child, isConnected: () => true, send: () => true });
  vi.spyOn(cluster, 'fork').mockReturnValue(forked as unknown as Worker);
  problems = [];
  worker = new WorkerProcess({
    onOutput: () => {},
    onError: () => {},
    onForked: () => {},
    onStuck: (error) => problems.push(error.message),
  });
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets a worker count its requests, and then no more. */
async function count(requests: number): Promise<void> {
  const counted = worker.countRequests();
  messages.emit('message', { kind: 'active', requests });
  await counted;
}

test('a worker that does not end is killed some seconds after the time of its requests, and not before', async () => {
  const stopped = worker.stop(10_000);
  vi.advanceTimersByTime(15_999);
  expect(child.signalCode).toBeNull();
  vi.advanceTimersByTime(1);
  expect(await worker.ended).toMatchObject({ pid: 7, signal: 'SIGKILL' });
  expect(await stopped).toBe(1);
  expect(problems).toEqual([
    'Worker 7 had not ended in time, and was killed; requests may have been cut off.',
  ]);
});

test('a worker that is killed had as many requests as it counted last', async () => {
  await count(3);
  const stopped = worker.stop(0);
  vi.advanceTimersByTime(6_000);
  expect(await stopped).toBe(3);
});

test('a worker that ends in time is not killed, and says how many requests it cut', async () => {
  await count(3);
  const stopped = worker.stop(10_000);
  messages.emit('message', { kind: 'stopped', requestsCut: 2 });
  child.emit('close');
  expect(await stopped).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
  expect(problems).toEqual([]);
});

describe('a connection that it was to take', () => {
  const handle = { close: vi.fn() };

  beforeEach(() => {
    handle.close.mockReset();
    child.send({ act: 'newconn', seq: 1 }, handle);
  });

  test('is closed when it ends without a reply', () => {
    child.emit('internalMessage', { ack: 0 });
    child.emit('close');
    expect(handle.close).toHaveBeenCalledOnce();
  });

  test.each([true, false])('is left alone after its reply (accepted: %s)', (accepted) => {
    child.emit('internalMessage', { ack: 1, accepted });
    child.emit('close');
    expect(handle.close).not.toHaveBeenCalled();
  });

  test('is closed when the reply was about the one before', () => {
    const next = { close: vi.fn() };
    child.send({ act: 'newconn', seq: 2 }, next);
    child.emit('internalMessage', { ack: 1, accepted: false });
    child.emit('close');
    expect([handle.close, next.close].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });
});

test('a process that could not be created has no exit code, but says what to do', async () => {
  child = new StuckChild();
  Object.assign(child, { pid: undefined, exitCode: -24, send: undefined });
  forkChild();
  messages.emit('error', new Error('spawn EMFILE'));
  expect(await worker.ended).toEqual({
    pid: undefined,
    exitCode: null,
    signal: null,
    failure:
      'A worker cannot be created (spawn EMFILE); use fewer with --workers, or allow more memory, processes and open files.',
  });
});

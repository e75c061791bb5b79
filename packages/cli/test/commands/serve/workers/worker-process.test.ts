import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerProcess } from '../../../../src/commands/serve/workers/worker-process.ts';

/** The process of a worker that has loaded its modules, and that only a signal can end. */
class StuckChild extends EventEmitter {
  readonly pid = 7;
  readonly exitCode = null;
  signalCode: string | null = null;

  send(): boolean {
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
  const forked = Object.assign(messages, { process: child, isConnected: () => true, send: () => true });
  vi.spyOn(cluster, 'fork').mockReturnValue(forked as unknown as Worker);
  problems = [];
  worker = new WorkerProcess({
    onOutput: () => {},
    onError: () => {},
    onForked: () => {},
    onStuck: (error) => problems.push(error.message),
  });
  messages.emit('message', { kind: 'loaded' });
});

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
  expect(problems).toEqual(['Worker 7 had not ended in time, and was killed; its requests were cut off.']);
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

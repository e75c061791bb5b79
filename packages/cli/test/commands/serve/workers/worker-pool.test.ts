import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type PoolWorker,
  RestartPause,
  WorkerPool,
} from '../../../../src/commands/serve/workers/worker-pool.ts';
import type { WorkerEnd } from '../../../../src/commands/serve/workers/worker-process.ts';
import { StartError } from '../../../../src/errors.ts';

/** A worker whose life a test decides. */
class StagedWorker implements PoolWorker {
  readonly loaded = Promise.resolve();
  readonly serving: Promise<void>;
  readonly ended: Promise<WorkerEnd>;
  isServing = false;
  orders: unknown[] = [];
  serve = () => {};
  #end = (_end: WorkerEnd) => {};

  constructor() {
    this.serving = new Promise((resolve) => {
      this.serve = () => {
        this.isServing = true;
        resolve();
      };
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    staged.push(this);
  }

  start(order: unknown): void {
    this.orders.push(order);
  }

  async countRequests(): Promise<number> {
    return 2;
  }

  async stop(timeout: number): Promise<number> {
    this.orders.push(timeout);
    this.end({ exitCode: 0 });
    return 1;
  }

  kill(): void {
    this.end({ signal: 'SIGKILL' });
  }

  end(how: Partial<WorkerEnd>): void {
    this.#end({ pid: 7, exitCode: null, signal: null, failure: undefined, ...how });
  }
}

/** The workers of a test, in the order of their start. */
let staged: StagedWorker[];

const order = { kind: 'start', port: 1, host: '127.0.0.1', format: 'off', isTTY: false } as const;
let replaced: unknown[];
let pool: WorkerPool;

beforeEach(() => {
  staged = [];
});

afterEach(() => pool.close(0));

/** Starts a pool of two workers, and waits for both. */
async function startPool(fork = () => new StagedWorker()): Promise<[StagedWorker, StagedWorker]> {
  replaced = [];
  pool = new WorkerPool({
    count: 2,
    fork,
    startOrder: async () => order,
    onReplacing: (replacing) => replaced.push(replacing),
  });
  return [await worker(0), await worker(1)];
}

/** Waits for a worker: the how manieth that was started, from 0. */
function worker(index: number): Promise<StagedWorker> {
  const find = () => {
    const found = staged[index];
    if (!found) throw new Error('It was not started.');
    return found;
  };
  return vi.waitFor(find, { timeout: 30_000, interval: 5 });
}

/** Starts a pool whose workers both serve. */
async function startServing(fork?: () => StagedWorker): Promise<[StagedWorker, StagedWorker]> {
  const both = await startPool(fork);
  for (const one of both) one.serve();
  await pool.serving;
  return both;
}

test('it serves when all workers serve', async () => {
  const [a, b] = await startPool();
  let isServing = false;
  void pool.serving.then(() => {
    isServing = true;
  });
  a.serve();
  await a.serving;
  expect(isServing).toBe(false);
  b.serve();
  await pool.serving;
  expect([a.orders, b.orders]).toEqual([[order], [order]]);
  expect(await pool.countRequests()).toBe(4);
});

test('a process that cannot be created is tried again while another worker serves', async () => {
  let failures = 0;
  const fork = () => {
    if (staged.length === 2 && failures++ === 0) throw new Error('spawn ENOMEM');
    return new StagedWorker();
  };
  const [a] = await startServing(fork);
  a.end({ signal: 'SIGKILL' });
  (await worker(2)).serve();
  expect(replaced).toMatchObject([
    { pid: 7, signal: 'SIGKILL' },
    {
      pid: undefined,
      exitCode: null,
      error:
        'A worker cannot be created (spawn ENOMEM); use fewer with --workers, or allow more memory, processes and open files.',
    },
  ]);
});

test('closing stops every worker, sums the requests that were cut, and replaces none', async () => {
  const [a, b] = await startServing();
  expect(await pool.close(5)).toBe(2);
  expect([a.orders.at(-1), b.orders.at(-1)]).toEqual([5, 5]);
  expect(staged).toHaveLength(2);
  expect(replaced).toEqual([]);
});

test('a worker that ends is replaced, at once and then after a pause', async () => {
  const [a] = await startServing();
  a.end({ signal: 'SIGKILL' });
  const second = await worker(2);
  second.serve();
  second.end({ exitCode: 1 });
  await worker(3);
  expect(replaced).toEqual([
    { pid: 7, exitCode: null, signal: 'SIGKILL', error: undefined, afterMs: 0 },
    { pid: 7, exitCode: 1, signal: null, error: undefined, afterMs: 100 },
  ]);
});

test('closing ends a pause, and no worker starts after it', async () => {
  const [a] = await startServing();
  a.end({});
  (await worker(2)).end({});
  await vi.waitFor(() => expect(replaced).toHaveLength(2));
  await pool.close(0);
  expect(staged).toHaveLength(3);
});

test('a worker that cannot serve ends the start with its own words', async () => {
  const [, b] = await startPool();
  b.end({ exitCode: 1, failure: 'The disk is gone.' });
  await expect(pool.broken).rejects.toEqual(new StartError('The disk is gone.'));
  expect(replaced).toEqual([]);
});

test('five that end in a row before they serve break it, with what the last one said', async () => {
  await startPool();
  for (const index of [0, 1, 2, 3]) (await worker(index)).end({ exitCode: 134 });
  (await worker(4)).end({ signal: 'SIGABRT' });
  await expect(pool.broken).rejects.toThrow(
    '5 workers in a row have ended before they served, the last one with: signal SIGABRT',
  );
  expect(replaced).toHaveLength(4);
});

test('one that has served is replaced, however many have ended before they served', async () => {
  const [a, b] = await startServing();
  a.end({ signal: 'SIGKILL' });
  for (const index of [2, 3, 4, 5, 6]) (await worker(index)).end({ exitCode: 1 });
  b.end({ signal: 'SIGKILL' });
  await vi.waitFor(() => expect(replaced).toHaveLength(7));
  expect(replaced.at(-1)).toMatchObject({ signal: 'SIGKILL', afterMs: 0 });
});

test('while another worker serves, they are replaced as long as it takes', async () => {
  const [a] = await startServing();
  a.end({ signal: 'SIGKILL' });
  for (const index of [2, 3, 4, 5, 6]) {
    (await worker(index)).end({ exitCode: 1, failure: 'The store is away.' });
  }
  (await worker(7)).serve();
  expect(replaced.at(-1)).toMatchObject({ error: 'The store is away.' });
  expect(await Promise.race([pool.broken, pool.countRequests()])).toBe(4);
});

test('the first end has no pause, and further ones have pauses that double up to ten seconds', () => {
  const pause = new RestartPause();
  const pauses = Array.from({ length: 10 }, (_, index) => pause.next(1000 * index));
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
});

test('after a minute without an end the pauses begin anew', () => {
  const pause = new RestartPause();
  expect([0, 1, 2].map((now) => pause.next(now))).toEqual([0, 100, 200]);
  expect([60_002, 60_003].map((now) => pause.next(now))).toEqual([400, 800]);
  expect([120_004, 120_005].map((now) => pause.next(now))).toEqual([0, 100]);
});

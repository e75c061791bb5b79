import cluster, { type ClusterSettings, type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../../errors.ts';
import { describeError } from '../../../output/describe-error.ts';
import type { Replacing } from '../log-lines.ts';
import { type PrimaryMessage, type WorkerMessage, workerMark } from './messages.ts';

/** How many workers may end in a row before any has served. */
const maxFutile = 5;

/** The pause before a worker is replaced that has ended before it served, and the longest one, in milliseconds. */
const [firstPause, longestPause] = [100, 10_000];

/** How long a worker may take to count its requests, in milliseconds. */
const countTimeout = 1000;

/** How long a worker may take to close its store, in milliseconds. A call of a store takes up to 5 seconds. */
const closeTimeout = 6000;

/** A worker, as the primary knows it. */
interface Member {
  readonly worker: Worker;
  /** Resolves when the process has ended, and all its messages have come. */
  readonly ended: Promise<void>;
  isServing: boolean;
  /** Why it cannot serve, in its own words. */
  failure?: string;
  requestsCut?: number;
  onCounted?: (requests: number) => void;
}

interface PoolHooks {
  /** Called when a worker has ended unasked. */
  readonly onReplacing: (replacing: Replacing) => void;
  /** Called when a worker is killed, because it has not stopped in time. */
  readonly onStuck: (error: Error) => void;
}

/** Processes that serve on one port. One that ends is replaced. */
export class WorkerPool {
  /** Resolves to the URL of the service when all serve for the first time. */
  readonly serving: Promise<string>;
  /** Rejects when the workers cannot be made to serve. */
  readonly broken: Promise<never>;
  readonly #count: number;
  readonly #hooks: PoolHooks;
  readonly #members = new Set<Member>();
  readonly #stopping = new AbortController();
  readonly #killAll = () => {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  };
  #setServing = (_url: string) => {};
  #break = (_error: Error) => {};
  #hasStarted = false;
  /** How many workers have ended in a row before any has served. */
  #futile = 0;

  /** @param settings of node:cluster: what a worker runs. */
  constructor(settings: ClusterSettings, count: number, hooks: PoolHooks) {
    this.#count = count;
    this.#hooks = hooks;
    this.serving = new Promise((resolve) => {
      this.#setServing = resolve;
    });
    this.broken = new Promise((_, reject) => {
      this.#break = reject;
    });
    // It may be that it is not awaited.
    this.broken.catch(() => {});
    // A worker notices that this process has ended, unless it is stuck.
    process.once('exit', this.#killAll);
    cluster.setupPrimary(settings);
    for (let started = 0; started < count; started++) this.#fork();
  }

  /** How many requests are active, when the service is about to stop: from now on no worker is replaced. */
  async countRequests(): Promise<number> {
    this.#stopping.abort();
    const count = async (member: Member) => {
      const counted = new Promise<number>((resolve) => {
        member.onCounted = resolve;
      });
      send(member.worker, { kind: 'count' });
      return Promise.race([counted, member.ended.then(() => 0), pause(countTimeout, 0, { ref: false })]);
    };
    return sum([...this.#members].map(count));
  }

  /** Lets active requests finish for up to `timeout` milliseconds. Resolves, when all have ended, to how many were cut. */
  async close(timeout: number): Promise<number> {
    this.#stopping.abort();
    const requestsCut = await sum([...this.#members].map((member) => this.#stop(member, timeout)));
    process.off('exit', this.#killAll);
    return requestsCut;
  }

  async #stop(member: Member, timeout: number): Promise<number> {
    const { worker, isServing } = member;
    const kill = () => worker.process.kill('SIGKILL');
    // One that does not serve yet has nothing to finish.
    if (isServing) send(worker, { kind: 'stop', timeout });
    else kill();
    const limit = setTimeout(() => {
      const { pid } = worker.process;
      this.#hooks.onStuck(
        new Error(`Worker ${pid} had not ended in time, and was killed; requests may have been cut off.`),
      );
      kill();
    }, timeout + closeTimeout);
    await member.ended;
    clearTimeout(limit);
    return member.requestsCut ?? (isServing ? 1 : 0);
  }

  #fork(): void {
    const worker = cluster.fork({ [workerMark]: 'true' });
    const child = worker.process;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const member: Member = { worker, ended, isServing: false };
    this.#members.add(member);
    worker.on('message', (message: WorkerMessage) => this.#take(member, message));
    worker.on('error', (error) => {
      // Other errors are of messages to a process that ends.
      if (child.pid !== undefined) return;
      member.failure = `A worker cannot be created (${describeError(error)}); use fewer with --workers, or allow more processes.`;
      end();
    });
    // After its last messages, unlike `exit`.
    child.once('close', end);
    void ended.then(() => this.#lose(member));
  }

  #take(member: Member, message: WorkerMessage): void {
    switch (message.kind) {
      case 'serving':
        member.isServing = true;
        this.#futile = 0;
        this.#announce(message.url);
        break;
      case 'failed':
        member.failure = message.message;
        break;
      case 'active':
        member.onCounted?.(message.requests);
        break;
      case 'stopped':
        member.requestsCut = message.requestsCut;
        break;
    }
  }

  #announce(url: string): void {
    const serving = [...this.#members].filter(({ isServing }) => isServing);
    if (serving.length < this.#count) return;
    this.#hasStarted = true;
    this.#setServing(url);
  }

  /** Replaces a worker that has ended, unless that is hopeless. */
  async #lose(member: Member): Promise<void> {
    this.#members.delete(member);
    const { worker, isServing, failure } = member;
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    if (!isServing) this.#futile++;
    const { pid, exitCode, signalCode } = worker.process;
    if (this.#isHopeless(failure)) {
      const how = signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
      this.#break(new StartError(failure ?? `The workers end before they serve, the last one with: ${how}`));
      return;
    }
    const afterMs = isServing ? 0 : Math.min(firstPause * 2 ** (this.#futile - 1), longestPause);
    this.#hooks.onReplacing({ pid, exitCode, signal: signalCode, error: failure, afterMs });
    await pause(afterMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) this.#fork();
  }

  /**
   * Whether the service cannot start, or has no worker left and gets none. While another worker serves, one that ends is
   * replaced as long as it takes: its store may come back.
   */
  #isHopeless(failure: string | undefined): boolean {
    if (!this.#hasStarted && failure !== undefined) return true;
    return this.#futile >= maxFutile && ![...this.#members].some(({ isServing }) => isServing);
  }
}

function send(worker: Worker, message: PrimaryMessage): void {
  // A worker that has just ended takes none, which `ended` reports.
  if (worker.isConnected()) worker.send(message, () => {});
}

async function sum(numbers: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(numbers)).reduce((total, number) => total + number, 0);
}

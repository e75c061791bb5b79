import type { ChildProcess } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { describeError } from '../../../output/describe-error.ts';
import { type StartOrder, type WorkerMessage, type WorkerOrder, workerMark } from './messages.ts';

/** How long a worker may take to count its requests, in milliseconds. */
const countTimeout = 1000;

/** How long a worker may take to close its store, in milliseconds. A call of a store takes up to 5 seconds. */
const closeTimeout = 6000;

/** How a worker has ended. */
export interface WorkerEnd {
  /** `undefined` when it could not be created. */
  readonly pid: number | undefined;
  /** `null` when a signal ended it, or it could not be created. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it could not serve, in its own words. */
  readonly failure: string | undefined;
}

/** Options of a {@link WorkerProcess}. */
interface WorkerOptions {
  /** Takes each line that a worker writes to stdout. */
  readonly onOutput: (line: string) => void;
  /** Takes each line that a worker writes to stderr. */
  readonly onError: (line: string) => void;
  /** Called with a new process, before it can send a message. One that could not be created may be left out. */
  readonly onForked: (child: ChildProcess) => void;
  /** Called when a worker is killed, because it has not stopped in time. */
  readonly onStuck: (error: Error) => void;
}

/** Lets each worker run the command line of this process. Its lines come through this process, so that none is torn. */
export function prepareWorkers(): void {
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}

/** A process that serves, seen from the primary. Without {@link prepareWorkers} its lines would not be seen. */
export class WorkerProcess {
  /** Resolves when it can be started. Like `serving`, it stays pending when the worker ends before. */
  readonly loaded: Promise<void>;
  readonly serving: Promise<void>;
  /** Resolves when the process has ended, and all its lines and messages have come. */
  readonly ended: Promise<WorkerEnd>;
  isServing = false;
  readonly #worker: Worker;
  #isLoaded = false;
  #failure: string | undefined;
  #requests = 0;
  #requestsCut: number | undefined;
  readonly #onStuck: WorkerOptions['onStuck'];
  #onCounted = () => {};

  constructor({ onOutput, onError, onForked, onStuck }: WorkerOptions) {
    this.#worker = cluster.fork({ [workerMark]: 'true' });
    this.#onStuck = onStuck;
    const child = this.#worker.process;
    const { stdout, stderr } = child;
    // None of them is there when the process could not be created.
    if (hasChannel(child)) onForked(child);
    if (stdout) forEachLine(stdout, onOutput);
    if (stderr) forEachLine(stderr, onError);
    let [setLoaded, setServing] = [() => {}, () => {}];
    this.loaded = new Promise((resolve) => {
      setLoaded = resolve;
    });
    this.serving = new Promise((resolve) => {
      setServing = resolve;
    });
    this.#worker.on('message', (message: WorkerMessage) => {
      switch (message.kind) {
        case 'loaded':
          this.#isLoaded = true;
          setLoaded();
          break;
        case 'serving':
          this.isServing = true;
          setServing();
          break;
        case 'failed':
          this.#failure = message.message;
          break;
        case 'active':
          this.#requests = message.requests;
          this.#onCounted();
          break;
        case 'stopped':
          this.#requestsCut = message.requestsCut;
          break;
      }
    });
    this.ended = this.#untilEnded();
  }

  start(order: StartOrder): void {
    this.#send(order);
  }

  /** How many of its requests are active: as many as before when it is stuck. */
  async countRequests(): Promise<number> {
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, countTimeout);
      this.#onCounted = () => {
        clearTimeout(limit);
        resolve();
      };
      void this.ended.then(this.#onCounted);
      this.#send({ kind: 'count' });
    });
    return this.#requests;
  }

  /**
   * Lets active requests finish for up to `timeout` milliseconds, and kills a process that does not end soon after.
   * Resolves, when the process has ended, to how many were cut: all that were counted before, when the process has not
   * ended in good order.
   */
  async stop(timeout: number): Promise<number> {
    // Before that it would lose the order, and has nothing to finish.
    if (this.#isLoaded) this.#send({ kind: 'stop', timeout });
    else this.kill();
    const limit = setTimeout(() => this.#killStuck(), timeout + closeTimeout);
    await this.ended;
    clearTimeout(limit);
    return this.#requestsCut ?? this.#requests;
  }

  /** Ends the process at once, also when it is stuck. */
  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  #killStuck(): void {
    // A stuck process counts no requests, and one of them is probably what it is stuck in.
    this.#requests ||= 1;
    const { pid } = this.#worker.process;
    this.#onStuck(
      new Error(`Worker ${pid} had not ended in time, and was killed; requests may have been cut off.`),
    );
    this.kill();
  }

  #send(order: WorkerOrder): void {
    // A worker that has just ended takes no orders, which `ended` reports.
    if (this.#worker.isConnected()) this.#worker.send(order, () => {});
  }

  #untilEnded(): Promise<WorkerEnd> {
    const child = this.#worker.process;
    const closeLost = trackConnection(child);
    return new Promise((resolve) => {
      const end = () => {
        closeLost();
        const { pid, signalCode: signal } = child;
        // Node.js keeps the error of the system there.
        const exitCode = pid === undefined ? null : child.exitCode;
        resolve({ pid, exitCode, signal, failure: this.#failure });
      };
      // After its last lines and messages. `disconnect` may stay away when it was killed while it took a connection.
      child.once('close', end);
      this.#worker.on('error', (error: unknown) => {
        // Otherwise it is of a message to a process that is there, which `close` tells the end of.
        if (child.pid !== undefined) return;
        this.#failure = notCreated(error);
        end();
      });
    });
  }
}

/** Why a process could not be created. The system may have no memory left, or no process. */
export function notCreated(error: unknown): string {
  const advice = 'use fewer with --workers, or allow more memory, processes and open files';
  return `A worker cannot be created (${describeError(error)}); ${advice}.`;
}

function hasChannel(child: ChildProcess): boolean {
  return typeof child.send === 'function';
}

/** What node:cluster sends to a worker, and the handle that goes with it. */
type Sending = [message: { readonly act?: string; readonly seq?: number }, handle?: { close(): void }];

/**
 * node:cluster never closes the connection that it was handing to a worker when that was killed, so its client would wait
 * for ever: after about every second kill under 32 clients. Returns what closes it, unless the worker has taken it or left
 * it to another one.
 */
function trackConnection(child: ChildProcess): () => void {
  if (!hasChannel(child)) return () => {};
  let latest: { readonly seq: number | undefined; readonly handle: Sending[1] } | undefined;
  const send = child.send.bind(child) as (...sending: Sending) => boolean;
  const sendTracked = (...sending: Sending) => {
    const [{ act, seq }, handle] = sending;
    if (act === 'newconn') latest = { seq, handle };
    return send(...sending);
  };
  Object.assign(child, { send: sendTracked });
  (child as EventEmitter).on('internalMessage', ({ ack }: { readonly ack?: number }) => {
    // By then node:cluster may have sent the next one.
    if (ack === latest?.seq) latest = undefined;
  });
  return () => latest?.handle?.close();
}

/** Calls `write` with each line of a text stream, and at the end with what no line break follows. */
function forEachLine(stream: Readable, write: (line: string) => void): void {
  let rest = '';
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) write(line);
    })
    .on('end', () => {
      if (rest !== '') write(rest);
    });
}

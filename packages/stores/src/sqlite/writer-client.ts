import type { Worker } from 'node:worker_threads';
import { StoreError } from '@location-records/core';
import { BatchedWrites } from '../shared/batched-writes.ts';
import { oneLine } from '../shared/failures.ts';
import { isBusy } from './failures.ts';
import type { OpenFiles } from './open-files.ts';
import {
  type Batch,
  type BatchReport,
  packWrites,
  unpackError,
  type Write,
  type WriteResult,
  type WriterOrder,
  type WriterReport,
} from './writer-protocol.ts';

/** How many writes share a transaction: the first of them must not wait for long. */
export const maxBatch = 1024;

/** Writes whose deadlines are this close together are rejected together (ms). */
const grain = 10;

/** A write whose caller waits. */
export interface PendingWrite {
  readonly write: Write;
  resolve(changed: boolean): void;
  reject(error: unknown): void;
}

/** Settles the writes of a batch, each with its own result. */
export function settle(batch: readonly PendingWrite[], results: readonly WriteResult[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const result = results[index];
    if (typeof result === 'object') reject(unpackError(result));
    else resolve(result === true);
  }
}

interface QueuedWrite extends PendingWrite {
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
}

/** What a {@link WriteQueue} works with. */
interface WriteQueueOptions {
  /** How many milliseconds a write waits for a process that locks the file. */
  readonly timeout: number;
  /**
   * Resolves to the result of each write. When it rejects, no write took effect, unless the thread ended before its
   * report.
   */
  commit(batch: Batch): Promise<readonly WriteResult[]>;
}

/**
 * Commits writes in batches, one batch at a time. The writes that arrive meanwhile are the next batch. The
 * time of a write begins when it is added.
 *
 * A batch that finds the file locked waits until the first deadline of its writes. That write is rejected
 * then, and the others are in the next batch.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #writes: BatchedWrites<QueuedWrite>;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
    this.#writes = new BatchedWrites({ maxBatch, send: (batch) => this.#commit(batch) });
  }

  /**
   * Resolves when the write is committed, to whether it changed a record. `deadline` is on the clock of
   * `performance.now()`.
   */
  add(write: Write, deadline = performance.now() + this.#options.timeout): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#writes.add({ write, deadline, resolve, reject });
    });
  }

  /** Resolves after one more batch, which may be empty. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  /** Resolves when no write is pending. */
  idle(): Promise<void> {
    return this.#writes.idle();
  }

  async #commit(batch: readonly QueuedWrite[]): Promise<void> {
    const timeout = Math.max(0, firstDeadline(batch) - performance.now());
    try {
      const results = await this.#options.commit({ writes: batch.map(({ write }) => write), timeout });
      settle(batch, results);
    } catch (error) {
      this.#fail(batch, error);
    }
  }

  /** Rejects the writes of a failed batch. After a lock, writes with time left go first in the next batch. */
  #fail(batch: readonly QueuedWrite[], error: unknown): void {
    const isLocked = isBusy((error as Error).cause);
    // The first one is always rejected, even if the clocks disagree. Otherwise the batch could retry forever.
    const over = Math.max(firstDeadline(batch), performance.now() + grain);
    const hasTime = ({ deadline }: QueuedWrite) => isLocked && deadline > over;
    for (const pending of batch) {
      if (!hasTime(pending)) pending.reject(error);
    }
    this.#writes.retry(batch.filter(hasTime));
  }
}

/** The earliest deadline. Writes of another process may come late. */
function firstDeadline(batch: readonly QueuedWrite[]): number {
  return batch.reduce((first, { deadline }) => Math.min(first, deadline), Number.POSITIVE_INFINITY);
}

interface Expectation {
  resolve(report: WriterReport): void;
  reject(error: StoreError): void;
}

/**
 * The writer thread, seen from the main thread. It takes one order at a time and sends one report for each.
 * It keeps the process alive only while an order is under way.
 */
export class WriterThreadClient {
  readonly #worker: Worker;
  readonly #path: string;
  #expected: Expectation | undefined;
  #opened = false;
  /** Settles with the order before: an index and a batch may be ordered at the same time. */
  #last: Promise<unknown> = Promise.resolve();
  /** Why the thread sends no more reports. */
  #ended: StoreError | undefined;

  constructor(worker: Worker, path: string) {
    this.#worker = worker;
    this.#path = path;
    worker.on('message', (report: WriterReport) => this.#receive(report));
    worker.on('messageerror', (error) => this.#end(error));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', (code) => this.#end(new Error(`It ended with exit code ${code}.`)));
  }

  /**
   * Resolves to the files that the thread has opened, or ends the thread when it cannot open them. Call it
   * once, right after the constructor.
   */
  async opened(): Promise<OpenFiles> {
    try {
      const files = (await this.#report()) as OpenFiles;
      this.#opened = true;
      return files;
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  /** Commits a batch; rejects when it has failed as a whole. */
  async commit({ writes, timeout }: Batch): Promise<BatchReport> {
    return (await this.#order({ writes: packWrites(writes), timeout })) as BatchReport;
  }

  /** Builds the index of area queries where it is missing. It may wait `timeout` ms for another process. */
  async index(timeout: number): Promise<void> {
    await this.#order({ kind: 'index', timeout });
  }

  /** Closes the thread's connection and ends the thread. */
  async close(): Promise<void> {
    try {
      if (!this.#ended) await this.#order('close');
    } finally {
      await this.#worker.terminate();
    }
  }

  #order(order: WriterOrder): Promise<WriterReport> {
    const report = this.#last.then(() => this.#post(order));
    this.#last = report.catch(() => {});
    return report;
  }

  async #post(order: WriterOrder): Promise<WriterReport> {
    if (this.#ended) throw this.#ended;
    // Before anything else: an order that cannot be posted gets no report, and would keep the process alive.
    this.#worker.postMessage(order);
    this.#worker.ref();
    return this.#report();
  }

  #report(): Promise<WriterReport> {
    return new Promise((resolve, reject) => {
      this.#expected = { resolve, reject };
    });
  }

  #receive(report: WriterReport): void {
    this.#worker.unref();
    if (typeof report === 'object' && 'code' in report) this.#expected?.reject(unpackError(report));
    else this.#expected?.resolve(report);
    this.#expected = undefined;
  }

  #end(cause: Error): void {
    this.#ended ??= new StoreError('STORE_UNAVAILABLE', this.#endMessage(cause), { cause });
    this.#expected?.reject(this.#ended);
    this.#expected = undefined;
  }

  #endMessage(cause: Error): string {
    const thread = `writer thread of the SQLite store ${JSON.stringify(this.#path)}`;
    if (!this.#opened) return `Cannot start the ${thread}: ${oneLine(cause)}.`;
    return `The ${thread} has ended; open the store again.`;
  }
}

import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { StoreError } from '@location-records/core';
import { oneLine } from '../shared/failures.ts';
import { traceBatch } from '../tracing/trace-store.ts';
import { occupy } from './database-file.ts';
import type { FileSettings } from './options.ts';
import { startThread } from './start-thread.ts';
import { fromPosted, type Order, type Reply, type Write, wasBusy } from './writer-messages.ts';

/** How many writes share a transaction, so that the first of them does not wait for long. */
const maxBatch = 1024;

interface PendingWrite {
  readonly write: Write;
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (changed: boolean) => void;
  readonly reject: (error: StoreError) => void;
}

interface PendingReply {
  readonly resolve: (reply: Answer) => void;
  readonly reject: (error: StoreError) => void;
}

type Answer = Exclude<Reply, { readonly error: unknown }>;

/** The writer thread and its queue. It keeps the process alive only while it has orders. */
export class Writer {
  readonly #settings: FileSettings;
  readonly #thread: Worker;
  /** Set to 1 to stop opening. */
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #replies: PendingReply[] = [];
  #waiting: PendingWrite[] = [];
  #running: Promise<void> | undefined;
  /** Why the thread has ended. */
  #ended: StoreError | undefined;

  constructor(settings: FileSettings) {
    this.#settings = settings;
    this.#thread = startThread({ ...settings, stop: this.#stop });
    this.#thread.on('message', (reply: Reply) => this.#receive(reply));
    this.#thread.on('error', (error) => this.#end(error));
    this.#thread.on('exit', (code) => this.#end(new Error(`it ended with exit code ${code}`)));
    this.#thread.on('exit', occupy(settings.path));
  }

  /** Resolves when the thread has opened the file. Call it once, first. */
  async opened(): Promise<void> {
    await this.#reply();
  }

  /** Resolves, when the write is on the disk, to whether it changed a record. */
  write(write: Write): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.#settings.busyTimeout;
      this.#waiting.push({ write, deadline, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves to the number of records. The thread reads all of them. */
  async count(): Promise<number> {
    return (await this.#order({ kind: 'count' })).count ?? 0;
  }

  /** Builds the index of area queries if it is missing. */
  async index(): Promise<void> {
    await this.#order({ kind: 'index', timeout: this.#settings.busyTimeout });
  }

  /** Waits for pending writes, closes the file and ends the thread. */
  async close(): Promise<void> {
    await this.#running;
    try {
      if (!this.#ended) await this.#order({ kind: 'close' });
    } finally {
      await this.#thread.terminate();
    }
  }

  /**
   * Stops opening, and closes. A thread that is terminated inside SQLite ends the process on Node.js 20, so
   * its wait for a lock is ended first.
   */
  async giveUp(): Promise<void> {
    Atomics.store(this.#stop, 0, 1);
    Atomics.notify(this.#stop, 0);
    await this.close();
  }

  /** Commits one batch at a time. Writes that arrive in the meantime form the next one. */
  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // The writes of one turn of the event loop belong together.
      await setImmediate();
      await this.#commit(this.#waiting.splice(0, maxBatch));
    }
    this.#running = undefined;
  }

  async #commit(batch: readonly PendingWrite[]): Promise<void> {
    const writes = batch.map(({ write }) => write);
    const timeout = Math.max(0, Math.min(...batch.map(({ deadline }) => deadline)) - performance.now());
    try {
      const commit = () => this.#order({ kind: 'commit', writes, timeout });
      const { results } = await traceBatch('sqlite', 'write', writes.length, commit);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (typeof result === 'object') reject(fromPosted(result));
        else resolve(result === true);
      }
    } catch (error) {
      this.#fail(batch, error as StoreError);
    }
  }

  /** Rejects the writes of a failed batch. After a lock, those with time left go first in the next one. */
  #fail(batch: readonly PendingWrite[], error: StoreError): void {
    const now = performance.now();
    const hasTime = ({ deadline }: PendingWrite) => wasBusy(error) && deadline > now;
    for (const pending of batch) if (!hasTime(pending)) pending.reject(error);
    this.#waiting.unshift(...batch.filter(hasTime));
  }

  async #order(order: Order): Promise<Answer> {
    if (this.#ended) throw this.#ended;
    this.#thread.postMessage(order);
    return this.#reply();
  }

  #reply(): Promise<Answer> {
    this.#thread.ref();
    return new Promise((resolve, reject) => {
      this.#replies.push({ resolve, reject });
    });
  }

  #receive(reply: Reply): void {
    const pending = this.#replies.shift();
    if (this.#replies.length === 0) this.#thread.unref();
    if ('error' in reply) pending?.reject(fromPosted(reply.error));
    else pending?.resolve(reply);
  }

  #end(cause: Error): void {
    const path = JSON.stringify(this.#settings.path);
    const message = `The writer thread of the SQLite store ${path} has ended: ${oneLine(cause)}. Open the store again.`;
    this.#ended ??= new StoreError('STORE_UNAVAILABLE', message, { cause });
    for (const { reject } of this.#replies.splice(0)) reject(this.#ended);
  }
}

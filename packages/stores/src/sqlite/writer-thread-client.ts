import type { Worker } from 'node:worker_threads';
import { StoreError } from '@location-records/core';
import { unpackError } from './posted-error.ts';
import type { Write, WriteResult } from './write.ts';
import type { WriterOrder, WriterReport } from './writer-messages.ts';

interface Expectation {
  resolve(report: WriterReport): void;
  reject(error: StoreError): void;
}

/**
 * The writer thread, seen from the main thread: one order at a time, each answered by one report. It keeps the
 * process alive only while an order is under way.
 */
export class WriterThreadClient {
  readonly #worker: Worker;
  readonly #path: string;
  #expected: Expectation | undefined;
  /** Why there will be no more reports. */
  #ended: StoreError | undefined;

  constructor(worker: Worker, path: string) {
    this.#worker = worker;
    this.#path = path;
    worker.on('message', (report: WriterReport) => this.#receive(report));
    worker.on('messageerror', (error) => this.#end(error));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () => this.#end());
  }

  /** Resolves when the thread has opened the database; ends it when it cannot. To be called at once, and once. */
  async opened(): Promise<void> {
    try {
      await this.#report();
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  /** Commits a batch; rejects when it has failed as a whole. */
  async commit(writes: readonly Write[]): Promise<readonly WriteResult[]> {
    return (await this.#order(writes)) as readonly WriteResult[];
  }

  /** Closes the thread's connection and ends the thread. */
  async close(): Promise<void> {
    try {
      if (!this.#ended) await this.#order('close');
    } finally {
      await this.#worker.terminate();
    }
  }

  async #order(order: WriterOrder): Promise<WriterReport> {
    if (this.#ended) throw this.#ended;
    this.#worker.ref();
    const report = this.#report();
    this.#worker.postMessage(order);
    return report;
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

  #end(cause?: unknown): void {
    const message = `The writer thread of the SQLite store ${JSON.stringify(this.#path)} has ended; open the store again.`;
    this.#ended ??= new StoreError('STORE_UNAVAILABLE', message, { cause });
    this.#expected?.reject(this.#ended);
    this.#expected = undefined;
  }
}

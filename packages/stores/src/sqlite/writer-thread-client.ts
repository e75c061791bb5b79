import type { Worker } from 'node:worker_threads';
import { StoreError } from '@location-records/core';
import { oneLine } from '../one-line.ts';
import type { OpenFiles } from './open-files.ts';
import { unpackError } from './posted-error.ts';
import { packWrites } from './write.ts';
import type { Batch, BatchReport, WriterOrder, WriterReport } from './writer-messages.ts';

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
  #opened = false;
  /** Why there will be no more reports. */
  #ended: StoreError | undefined;

  constructor(worker: Worker, path: string) {
    this.#worker = worker;
    this.#path = path;
    worker.on('message', (report: WriterReport) => this.#receive(report));
    worker.on('messageerror', (error) => this.#end(error));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', (code) => this.#end(new Error(`It ended with exit code ${code}.`)));
  }

  /** Resolves to the files that the thread has opened; ends it when it cannot. To be called at once, and once. */
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
  async commit({ writes, patience }: Batch): Promise<BatchReport> {
    return (await this.#order({ writes: packWrites(writes), patience })) as BatchReport;
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
    // First of all: an order that cannot be posted is never answered, and would keep the process alive.
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

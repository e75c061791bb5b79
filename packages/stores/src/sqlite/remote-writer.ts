import { randomUUID } from 'node:crypto';
import type { StoreError } from '@location-records/core';
import { BatchedWrites } from '../shared/batched-writes.ts';
import { unknownEffect } from '../shared/failures.ts';
import { failures } from './failures.ts';
import { type FileIdentity, identify, type OpenFiles } from './open-files.ts';
import { listenTo, type ProcessChannel } from './process-channel.ts';
import type { StoreWriter } from './store-writer.ts';
import {
  type ChannelOrder,
  channelEnd,
  channelOrder,
  isChannelEnd,
  isChannelReport,
  type PostedFiles,
  placeOf,
  unpackFiles,
  writerClosed,
} from './writer-channel.ts';
import { maxBatch, type PendingWrite, settle } from './writer-client.ts';
import { type BatchReport, packWrites, unpackError, type Write } from './writer-protocol.ts';

/** Why the other process sends no more reports. */
const hasEnded = 'the process that writes for this one has ended, or has closed its channel';

interface Expectation {
  resolve(report: PostedFiles | BatchReport): void;
  reject(error: StoreError): void;
}

/** What a {@link RemoteWriter} works with. */
interface RemoteWriterOptions {
  readonly channel: ProcessChannel;
  /** The path of the store, for messages. */
  readonly path: string;
  /** How many milliseconds a write waits for a process that locks the file. */
  readonly timeout: number;
}

/**
 * The writer of another process, which has the same file open. It gets the writes of each turn of the event loop at once, and
 * commits them together with those of other processes. A queue on this side would only make its batches smaller.
 */
export class RemoteWriter implements StoreWriter {
  onCommitted: StoreWriter['onCommitted'] = () => {};
  readonly #options: RemoteWriterOptions;
  readonly #database: FileIdentity;
  readonly #place: string;
  readonly #sender = randomUUID();
  readonly #expected = new Map<number, Expectation>();
  readonly #writes: BatchedWrites<PendingWrite>;
  /** What waits for a report. These promises never reject. */
  readonly #waiting = new Set<Promise<void>>();
  readonly #leave: () => void;
  #number = 0;
  #service: string | undefined;
  /** Why no more reports come. */
  #ended: { readonly problem: string; readonly error: StoreError } | undefined;

  constructor(options: RemoteWriterOptions, database: FileIdentity) {
    this.#options = options;
    this.#database = database;
    this.#place = placeOf(database);
    this.#writes = new BatchedWrites({ maxBatch, send: async (batch) => this.#send(batch) });
    this.#leave = listenTo(options.channel, {
      receive: (message) => this.#receive(message),
      disconnect: () => this.#disconnect(),
    });
  }

  /** Resolves to the files that the other process has opened. Call it before anything else. */
  async files(): Promise<OpenFiles> {
    const { path } = this.#options;
    try {
      const posted = (await this.#order({ kind: 'files', path })) as PostedFiles;
      this.#service = posted.service;
      return unpackFiles(this.#database, posted);
    } catch (error) {
      throw this.#ended ? failures.unavailable('open', path, this.#ended.problem) : error;
    }
  }

  write(write: Write): Promise<boolean> {
    return new Promise((resolve, reject) => this.#writes.add({ write, resolve, reject }));
  }

  async flush(): Promise<void> {
    // A log that could not be emptied stays as it is, and writes tell why.
    await this.#untilReport(this.#commit([])).catch(() => {});
  }

  async index(timeout: number): Promise<void> {
    await this.#untilReport(this.#order({ kind: 'index', timeout }));
  }

  async close(): Promise<void> {
    await this.#writes.idle();
    await Promise.all(this.#waiting);
    if (!this.#ended) this.#options.channel.send?.(channelEnd(this.#sender), () => {});
    this.#leave();
  }

  #send(batch: readonly PendingWrite[]): void {
    const sent = this.#commit(batch).then(
      (results) => settle(batch, results),
      (error) => {
        for (const { reject } of batch) reject(error);
      },
    );
    void this.#untilReport(sent);
  }

  /** Lets {@link close} wait for a promise. */
  #untilReport<T>(promise: Promise<T>): Promise<T> {
    const settled = promise.then(
      () => {},
      () => {},
    );
    this.#waiting.add(settled);
    void settled.then(() => this.#waiting.delete(settled));
    return promise;
  }

  async #commit(batch: readonly PendingWrite[]): Promise<BatchReport['results']> {
    const writes = packWrites(batch.map(({ write }) => write));
    const deadline = Date.now() + this.#options.timeout;
    const { results, logSize } = (await this.#order({ writes, deadline })) as BatchReport;
    this.onCommitted(logSize);
    return results;
  }

  #order(order: ChannelOrder['order']): Promise<PostedFiles | BatchReport> {
    if (this.#ended) return Promise.reject(this.#ended.error);
    const number = ++this.#number;
    const [database, sender, service] = [this.#place, this.#sender, this.#service];
    const message = channelOrder({ database, sender, service, number, order });
    return new Promise((resolve, reject) => {
      this.#expected.set(number, { resolve, reject });
      this.#options.channel.send?.(message, (error) => {
        if (error) this.#disconnect();
      });
    });
  }

  #receive(message: unknown): void {
    if (isChannelEnd(message) && message.sender === this.#sender) this.#end(writerClosed);
    if (!isChannelReport(message) || message.sender !== this.#sender) return;
    const { number, report } = message;
    const expected = this.#expected.get(number);
    this.#expected.delete(number);
    if ('code' in report) expected?.reject(unpackError(report));
    else expected?.resolve(report);
  }

  #disconnect(): void {
    this.#end(hasEnded, `${hasEnded}; open the store again`, `${hasEnded}; ${unknownEffect}`);
  }

  /** Rejects all writes from now on, with what is told of later ones and of those that were sent. */
  #end(problem: string, ofLater = problem, ofSent = problem): void {
    const { path } = this.#options;
    this.#ended ??= { problem, error: failures.unavailable('write to', path, ofLater) };
    const lost = failures.unavailable('write to', path, ofSent);
    for (const { reject } of this.#expected.values()) reject(lost);
    this.#expected.clear();
  }
}

/** How a {@link RemoteWriter} is reached. */
interface Reaching {
  /** When to give up, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/** Resolves to a writer in the process at the other end of the channel, and to the files that it has open. */
export async function reachWriter(
  options: RemoteWriterOptions,
  { deadline, signal }: Reaching,
): Promise<{ readonly writer: RemoteWriter; readonly files: OpenFiles }> {
  const { path } = options;
  const database = identify(path);
  if (database === undefined)
    throw failures.unavailable('open', path, 'it was moved away while it was being opened');
  const writer = new RemoteWriter(options, database);
  let stop = () => {};
  const given = new Promise<never>((_, reject) => {
    const problem =
      'no process at the other end of the channel "writer" writes to this file; call writeFor() of its store there first';
    const timer = setTimeout(
      () => reject(failures.unavailable('open', path, problem)),
      Math.max(0, deadline - performance.now()),
    );
    const giveUp = () => reject(signal?.reason);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
  });
  try {
    return { writer, files: await Promise.race([writer.files(), given]) };
  } catch (error) {
    // Closing rejects nothing: no write was sent.
    await writer.close();
    throw error;
  } finally {
    stop();
  }
}

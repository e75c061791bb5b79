import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Inspection, InspectOptions, ParsedEntry } from '@location-records/formats';
import type { FileParseOptions } from '@location-records/formats/files';
import { awaitEnd } from './end-thread.ts';
import type { Order, PostedError, Reading, Reply, ThreadData } from './file-thread.ts';

/** A file that a thread reads: however long that takes, this thread goes on. */
export interface FileReading {
  /** Reads the file from its beginning. One reading at a time. */
  records(): AsyncGenerator<readonly ParsedEntry[], undefined>;
  /** Ends the thread. It never rejects. */
  close(): Promise<void>;
}

/**
 * Inspects a file like `inspectFile`, in a thread.
 *
 * @throws as `inspectFile` does (rejects), with errors of the same names, codes and messages.
 * @throws the reason of the signal (rejects), at once.
 */
export async function inspectInThread(
  path: string,
  { signal, onProgress, ...inspect }: InspectOptions = {},
): Promise<Inspection & FileReading> {
  const thread = new FileThread({ path, inspect }, signal, onProgress);
  try {
    const { inspection } = (await thread.reply()) as Extract<Reply, { inspection: unknown }>;
    return { ...inspection, records: () => thread.records(), close: () => thread.close() };
  } catch (error) {
    void thread.close();
    throw error;
  }
}

/** Reads a file like `parseFile`, in a thread. */
export function parseInThread(path: string, parse: FileParseOptions, signal: AbortSignal): FileReading {
  return new FileThread({ path, parse }, signal);
}

interface PendingReply {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** How many batches are asked for before they are needed. */
const ahead = 2;

/** The thread, and the replies that are due. It keeps the process alive only while one is due. */
class FileThread implements FileReading {
  readonly #thread: Worker;
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #exited: Promise<unknown>;
  readonly #pending: PendingReply[] = [];
  readonly #release: () => void;
  #end: Promise<boolean> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(reading: Reading, signal?: AbortSignal, onProgress?: (bytes: number) => void) {
    this.#thread = startThread({ ...reading, stop: this.#stop });
    this.#exited = new Promise((resolve) => this.#thread.once('exit', resolve));
    this.#thread.on('message', (reply: Reply) => {
      if ('bytes' in reply) onProgress?.(reply.bytes);
      else this.#receive(reply);
    });
    this.#thread.on('error', (error) => this.#fail(error));
    this.#thread.on('exit', () => this.#fail(new Error('The thread that reads the file has ended.')));
    const onAbort = () => {
      this.#fail(signal?.reason);
      void this.close();
    };
    this.#release = () => signal?.removeEventListener('abort', onAbort);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  }

  async *records(): AsyncGenerator<readonly ParsedEntry[], undefined> {
    this.#thread.postMessage('begin' satisfies Order);
    const replies = Array.from({ length: ahead }, () => this.#next());
    for (;;) {
      const entries = await replies.shift();
      if (entries === undefined) return undefined;
      replies.push(this.#next());
      yield JSON.parse(entries);
    }
  }

  async close(): Promise<void> {
    this.#release();
    this.#end ??= this.#askToEnd();
    await this.#end;
  }

  #askToEnd(): Promise<boolean> {
    Atomics.store(this.#stop, 0, 1);
    this.#thread.postMessage('end' satisfies Order);
    return awaitEnd(this.#exited);
  }

  /** Resolves to the next reply that is not awaited yet. */
  reply(): Promise<Reply> {
    this.#thread.ref();
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure.error);
      else this.#pending.push({ resolve, reject });
    });
  }

  #next(): Promise<string | undefined> {
    this.#thread.postMessage('next' satisfies Order);
    const entries = this.reply().then((reply) => (reply as Extract<Reply, { entries: unknown }>).entries);
    // It may never be looked at, if the reading ends before.
    entries.catch(() => {});
    return entries;
  }

  #receive(reply: Exclude<Reply, { bytes: unknown }>): void {
    const pending = this.#pending.shift();
    if (this.#pending.length === 0) this.#thread.unref();
    if ('error' in reply) pending?.reject(fromPosted(reply.error));
    else pending?.resolve(reply);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    for (const { reject } of this.#pending.splice(0)) reject(this.#failure.error);
  }
}

function fromPosted({ message, ...rest }: PostedError): Error {
  return Object.assign(new Error(message), rest);
}

/** The space for new objects, in MiB. More of it takes memory and gains nothing. */
const maxYoungGenerationSizeMb = 3;

/** Starts the thread from the file next to this one: `.ts` in the source, `.js` when built. */
function startThread(workerData: ThreadData): Worker {
  // The tests look for exactly this expression.
  const file = new URL(`./file-thread${extname(import.meta.url)}`, import.meta.url);
  // A source file needs the TypeScript loader of this process. A built one needs none of its flags.
  const execArgv = file.pathname.endsWith('.ts') ? undefined : ['--disable-warning=ExperimentalWarning'];
  return new Worker(file, {
    workerData,
    name: 'file',
    execArgv,
    resourceLimits: { maxYoungGenerationSizeMb },
  });
}

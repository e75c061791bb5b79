import { setImmediate } from 'node:timers/promises';
import { unpackError } from './posted-error.ts';
import type { Write, WriteResult } from './write.ts';

/** So many writes share a transaction at most, so that the first of them is not kept waiting. */
const batchLimit = 1024;

interface PendingWrite {
  readonly write: Write;
  resolve(changed: boolean): void;
  reject(error: unknown): void;
}

/** Commits writes in batches: one at a time, and those that arrive meanwhile are the next one. */
export class WriteQueue {
  readonly #commit: (writes: readonly Write[]) => Promise<readonly WriteResult[]>;
  readonly #waiting: PendingWrite[] = [];
  #running: Promise<void> | undefined;

  /** `commit` resolves to the result of each write; when it rejects, all of them have failed. */
  constructor(commit: (writes: readonly Write[]) => Promise<readonly WriteResult[]>) {
    this.#commit = commit;
  }

  /** Resolves when the write is committed: whether it changed a record. */
  add(write: Write): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no write is pending. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // The requests of one turn of the event loop belong together.
      await setImmediate();
      await this.#commitBatch(this.#waiting.splice(0, batchLimit));
    }
    this.#running = undefined;
  }

  async #commitBatch(batch: readonly PendingWrite[]): Promise<void> {
    try {
      const results = await this.#commit(batch.map(({ write }) => write));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (typeof result === 'object') reject(unpackError(result));
        else resolve(result === true);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

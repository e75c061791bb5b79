import { setImmediate } from 'node:timers/promises';
import { unpackError } from './posted-error.ts';
import { isBusy } from './sqlite-failure.ts';
import type { Write, WriteResult } from './write.ts';
import type { Batch } from './writer-messages.ts';

/** Up to so many writes share a transaction, so that the first of them is not kept waiting. */
const maxBatch = 1024;

/** Milliseconds. Writes whose time ends so soon after each other are rejected together. */
const grain = 10;

interface PendingWrite {
  readonly write: Write;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  resolve(changed: boolean): void;
  reject(error: unknown): void;
}

/** What a {@link WriteQueue} works with. */
export interface WriteQueueOptions {
  /** How many milliseconds a write waits for another process that holds the file locked. */
  readonly timeout: number;
  /** Resolves to the result of each write; when it rejects, none of them took effect. */
  commit(batch: Batch): Promise<readonly WriteResult[]>;
}

/**
 * Commits writes in batches: one at a time, and those that arrive meanwhile are the next one. The time of a write
 * begins when it is added. A batch that finds the file locked waits for as long as its oldest write may: that one is
 * rejected then, and the others are in the next batch.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #waiting: PendingWrite[] = [];
  readonly #flushes: (() => void)[] = [];
  #running: Promise<void> | undefined;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /** Resolves when the write is committed: whether it changed a record. */
  add(write: Write): Promise<boolean> {
    const deadline = performance.now() + this.#options.timeout;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, deadline, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when one more batch is over, which has no writes where none are waiting. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#flushes.push(resolve);
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no write is pending. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#flushes.length > 0) {
      // The requests of one turn of the event loop belong together.
      await setImmediate();
      const flushes = this.#flushes.splice(0);
      await this.#commitBatch(this.#waiting.splice(0, maxBatch));
      for (const end of flushes) end();
    }
    this.#running = undefined;
  }

  async #commitBatch(batch: readonly PendingWrite[]): Promise<void> {
    const patience = Math.max(0, (batch[0]?.deadline ?? 0) - performance.now());
    try {
      const results = await this.#options.commit({ writes: batch.map(({ write }) => write), patience });
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (typeof result === 'object') reject(unpackError(result));
        else resolve(result === true);
      }
    } catch (error) {
      this.#fail(batch, error);
    }
  }

  /** Rejects the writes; where only the time of some is over, the others are the first to be tried again. */
  #fail(batch: readonly PendingWrite[], error: unknown): void {
    const isLocked = isBusy((error as Error).cause);
    const over = performance.now() + grain;
    // The first one always is, whatever the clocks say, so that the others do not go round for ever.
    const hasTime = ({ deadline }: PendingWrite, index: number) => isLocked && index > 0 && deadline > over;
    for (const [index, pending] of batch.entries()) {
      if (!hasTime(pending, index)) pending.reject(error);
    }
    this.#waiting.unshift(...batch.filter(hasTime));
  }
}

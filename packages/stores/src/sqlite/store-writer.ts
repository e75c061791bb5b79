import { WriteQueue, type WriterThreadClient } from './writer-client.ts';
import type { Write } from './writer-protocol.ts';

/** What commits the writes of a store. */
export interface StoreWriter {
  /** Called with the size of the log in bytes after every batch of writes. */
  onCommitted: (logSize: number) => void;
  /** Resolves when the write is on the disk, to whether it changed a record. */
  write(write: Write): Promise<boolean>;
  /** Resolves after one more batch, which may be empty. A log beyond its limit is emptied then, unless a reader needs it. */
  flush(): Promise<void>;
  /** Builds the index of area queries where it is missing. It may wait `timeout` ms for another process. */
  index(timeout: number): Promise<void>;
  /** Resolves when no write is pending, and all that belongs to the writer is closed. */
  close(): Promise<void>;
}

/** The writer thread of this process, with a queue of writes before it. */
export class OwnWriter implements StoreWriter {
  onCommitted: StoreWriter['onCommitted'] = () => {};
  readonly #thread: WriterThreadClient;
  readonly #writes: WriteQueue;
  #logSize = 0;

  /** A write waits up to `timeout` ms for a process that locks the file. */
  constructor(thread: WriterThreadClient, timeout: number) {
    this.#thread = thread;
    this.#writes = new WriteQueue({
      timeout,
      commit: async (batch) => {
        const { results, logSize } = await thread.commit(batch);
        this.#logSize = logSize;
        this.onCommitted(logSize);
        return results;
      },
    });
  }

  /** The size of the log in bytes after the latest batch. */
  get logSize(): number {
    return this.#logSize;
  }

  /** A write waits for a lock until `deadline`, on the clock of `performance.now()`. By default its time begins now. */
  write(write: Write, deadline?: number): Promise<boolean> {
    return this.#writes.add(write, deadline);
  }

  flush(): Promise<void> {
    return this.#writes.flush();
  }

  index(timeout: number): Promise<void> {
    return this.#thread.index(timeout);
  }

  async close(): Promise<void> {
    await this.#writes.idle();
    // The last connection to close moves the log into the database: on its thread, not on this one.
    await this.#thread.close();
  }
}

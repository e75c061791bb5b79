import { setImmediate } from 'node:timers/promises';
import type { Args, Client, Reply } from './client.ts';
import { ConnectionError, UnconfirmedWrite } from './failures.ts';
import type { Settings } from './options.ts';

/** The part of the time of a call that WAIT may take. A write may have to wait for an earlier WAIT first. */
const waitShare = 0.4;

/** One attempt to run a command. */
export interface Attempt {
  isSent: boolean;
  /** Its caller was told that it failed, so it must not be sent. */
  isOver: boolean;
}

interface WaitingWrite {
  readonly attempt: Attempt;
  readonly args: Args;
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

/**
 * Sends writes over one connection, and has replicas confirm them. WAIT covers only the writes of its
 * connection, and blocks it. So concurrent writes share a WAIT, and those that arrive before it ends share
 * the next. In a transaction or a script WAIT would not wait at all.
 */
export class ConfirmedWrites {
  readonly #client: Client;
  readonly #replicas: number;
  readonly #waitMs: number;
  #waiting: WaitingWrite[] = [];
  #isSending = false;

  constructor(client: Client, { replicas, timeout }: Pick<Settings, 'replicas' | 'timeout'>) {
    this.#client = client;
    this.#replicas = replicas;
    this.#waitMs = Math.max(1, Math.floor(timeout * waitShare));
  }

  /**
   * Resolves to the reply, when enough replicas have confirmed the write.
   *
   * @throws {UnconfirmedWrite} when too few have.
   * @throws the error of the write.
   */
  send(attempt: Attempt, args: Args): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ attempt, args, resolve, reject });
      if (!this.#isSending) void this.#sendAll();
    });
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    while (this.#waiting.length > 0) {
      // The writes of one turn of the event loop belong together.
      await setImmediate();
      const batch = this.#waiting.filter(({ attempt }) => !attempt.isOver);
      this.#waiting = [];
      if (this.#client.isReady) await this.#sendBatch(batch);
      else for (const { reject } of batch) reject(new ConnectionError('the connection was lost', false));
    }
    this.#isSending = false;
  }

  async #sendBatch(batch: readonly WaitingWrite[]): Promise<void> {
    if (batch.length === 0) return;
    // Sent in one turn, they stay together: a lost connection fails those that were not sent yet.
    const writes = batch.map(({ attempt, args }) => {
      attempt.isSent = true;
      return this.#client.sendCommand(args, { timeout: 0 });
    });
    const wait = this.#client.sendCommand(['WAIT', String(this.#replicas), String(this.#waitMs)], {
      timeout: 0,
    });
    const [confirmation, ...outcomes] = await Promise.allSettled([wait, ...writes]);
    const problem = this.#problemOf(confirmation);
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index] as PromiseSettledResult<unknown>;
      if (outcome.status === 'rejected') reject(outcome.reason);
      else if (problem) reject(problem);
      else resolve(outcome.value as Reply);
    }
  }

  #problemOf(confirmation: PromiseSettledResult<unknown>): UnconfirmedWrite | undefined {
    if (confirmation.status === 'rejected') {
      const cause: unknown = confirmation.reason;
      return new UnconfirmedWrite('the server could not wait for its replicas', { cause });
    }
    const count = Number(confirmation.value);
    if (count >= this.#replicas) return undefined;
    return new UnconfirmedWrite(`${count} of ${this.#replicas} replicas have confirmed the write`);
  }
}

import { BatchedWrites } from '../shared/batched-writes.ts';
import type { Call } from './call.ts';
import type { Args, Reply } from './client.ts';
import type { Connection } from './connection.ts';
import { UnconfirmedWrite } from './errors.ts';

/** How many writes share a WAIT. */
const maxBatch = 1024;

/** How often an idle server checks the time limit of a WAIT (ms). */
const clockStep = 100;

interface WaitingWrite {
  readonly call: Call;
  readonly args: Args;
  readonly isAsking: boolean;
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

/**
 * Sends writes over one connection and has replicas confirm them. WAIT covers only the writes of its own
 * connection, and blocks that connection. So writes share a WAIT, and those that arrive meanwhile share the
 * next one. In a transaction or a script WAIT would not wait at all.
 */
export class ReplicatedWrites {
  readonly #connection: Connection;
  readonly #replicas: number;
  readonly #writes: BatchedWrites<WaitingWrite>;

  constructor(connection: Connection, replicas: number) {
    this.#connection = connection;
    this.#replicas = replicas;
    this.#writes = new BatchedWrites({ maxBatch, send: (batch) => this.#send(batch) });
  }

  /**
   * Resolves to the reply, when enough replicas have confirmed the write.
   *
   * @throws {UnconfirmedWrite} when too few have, in the time of the call.
   * @throws {ReplyError | ConnectionError} as {@link Connection.send} does.
   */
  send(call: Call, args: Args, isAsking: boolean): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#writes.add({ call, args, isAsking, resolve, reject });
    });
  }

  async #send(waiting: readonly WaitingWrite[]): Promise<void> {
    // A caller that was told that its write failed must not see it happen.
    const left = waiting.filter(({ call }) => !call.isOver);
    // One that is nearly over must not shorten the WAIT of others, which may be confirmed later.
    const least = Math.min(...left.map(({ call }) => call.remaining));
    const [batch, others]: [WaitingWrite[], WaitingWrite[]] = [[], []];
    for (const write of left) (write.call.remaining <= 2 * least ? batch : others).push(write);
    this.#writes.retry(others);
    if (batch.length > 0) await this.#sendBatch(batch);
  }

  async #sendBatch(batch: readonly WaitingWrite[]): Promise<void> {
    const connection = this.#connection;
    // The reply to WAIT must come before the first of the calls is over.
    const remaining = Math.min(...batch.map(({ call }) => call.remaining));
    const time = Math.max(1, Math.floor(remaining * 0.9 - clockStep));
    const replies = batch.map(({ call, args, isAsking }) => {
      call.sent(connection);
      return isAsking ? connection.sendAsking(args) : connection.send(args);
    });
    const wait = connection.send(['WAIT', String(this.#replicas), String(time)]);
    const [confirmation, ...outcomes] = await Promise.allSettled([wait, ...replies]);
    const problem = this.#problemOf(confirmation);
    for (const [index, { call, resolve, reject }] of batch.entries()) {
      call.replied(connection);
      const outcome = outcomes[index] as PromiseSettledResult<Reply>;
      if (outcome.status === 'rejected') reject(outcome.reason);
      else if (problem) reject(problem);
      else resolve(outcome.value);
    }
  }

  #problemOf(confirmation: PromiseSettledResult<Reply>): UnconfirmedWrite | undefined {
    if (confirmation.status === 'rejected') {
      const cause: unknown = confirmation.reason;
      return new UnconfirmedWrite('the server could not wait for its replicas', { cause });
    }
    const count = Number(confirmation.value);
    if (count >= this.#replicas) return undefined;
    return new UnconfirmedWrite(`${count} of ${this.#replicas} replicas have confirmed the write`);
  }
}

import { setTimeout as pauseFor } from 'node:timers/promises';
import { isStoreError } from '@location-records/core';
import type { Args, Client, ClientPackage, Reply } from './client.ts';
import { type Attempt, ConfirmedWrites } from './confirmed-writes.ts';
import type { Connections, Lane, Purpose } from './connections.ts';
import { ConnectionError, passingWords, ReplyError, UnconfirmedWrite } from './failures.ts';
import type { Settings } from './options.ts';
import type { Script } from './scripts.ts';

/** A command about one key. */
interface Command {
  readonly key: string;
  readonly args: Args;
  readonly purpose: Purpose;
  /**
   * Whether it may be sent again if its effect is unknown. A repeated write could undo a later one of another
   * client.
   */
  readonly isRead: boolean;
  /** Whether its reply is bytes instead of text. */
  readonly hasBytes?: boolean;
  /** The script named by its arguments. */
  readonly script?: Script | undefined;
}

/** Pauses before a command is sent again, in milliseconds. */
const firstPause = 10;
const maxPause = 200;

/**
 * Sends commands to the servers of their keys. The client sends those of one turn of the event loop together,
 * but each succeeds or fails alone. A command that was certainly not executed is sent again within the time
 * of a call.
 */
export class Calls {
  readonly #package: ClientPackage;
  readonly #connections: Connections;
  readonly #settings: Settings;
  readonly #confirmed = new WeakMap<Client, ConfirmedWrites>();
  /** When the current outage began, by `performance.now()`. */
  #failingSince: number | undefined;
  /** The client's own time-out creates a signal for each command, which costs more than the command. */
  readonly #textOptions = { timeout: 0 };
  readonly #byteOptions: object;

  constructor(clientPackage: ClientPackage, connections: Connections, settings: Settings) {
    this.#package = clientPackage;
    this.#connections = connections;
    this.#settings = settings;
    this.#byteOptions = { timeout: 0, typeMapping: { [clientPackage.RESP_TYPES.BLOB_STRING]: Buffer } };
  }

  /** Reads with one command, which is sent again if the connection breaks. */
  read(key: string, args: Args, purpose: Purpose = 'records'): Promise<Reply> {
    return this.#run({ key, args, purpose, isRead: true });
  }

  /** Reads bytes instead of text, over the connections of lists. */
  readBytes(key: string, args: Args): Promise<Reply> {
    return this.#run({ key, args, purpose: 'lists', isRead: true, hasBytes: true });
  }

  /** Writes with one command, which `replicas` replicas confirm. */
  write(key: string, args: Args, script?: Script): Promise<Reply> {
    const purpose = this.#settings.replicas > 0 ? 'confirmed writes' : 'records';
    return this.#run({ key, args, purpose, isRead: false, script });
  }

  async #run(command: Command): Promise<Reply> {
    const deadline = performance.now() + this.#settings.timeout;
    let { args } = command;
    for (let pause = firstPause; ; pause = Math.min(2 * pause, maxPause)) {
      const lane = this.#connections.lane(command.purpose);
      try {
        const reply = await this.#attempt(lane, { ...command, args }, deadline);
        this.#failingSince = undefined;
        return reply;
      } catch (error) {
        if (lane.isBroken) this.#connections.retire(lane);
        // The host may have a new address. Reads must not stay at a replica either.
        if (isReply(error, 'READONLY')) this.#connections.retireAll();
        if (command.script && isReply(error, 'NOSCRIPT'))
          args = ['EVAL', command.script.text, ...args.slice(2)];
        else if (!this.#mayRetry(error, command, deadline - 2 * pause)) throw error;
        await pauseFor(pause);
        if (this.#connections.isClosed) throw error;
      }
    }
  }

  /** Returns whether to try again. In a long outage calls fail at once, so that they do not pile up. */
  #mayRetry(error: unknown, { isRead }: Command, lastStart: number): boolean {
    const isPassing =
      error instanceof ReplyError
        ? passingWords.has(error.word)
        : error instanceof ConnectionError && (isRead || !error.isSent);
    if (!isPassing) return false;
    const now = performance.now();
    this.#failingSince ??= now;
    return now < lastStart && now - this.#failingSince < this.#settings.timeout;
  }

  /** Settles before the deadline. Connections with an overdue reply get no further calls. */
  #attempt(lane: Lane, command: Command, deadline: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const attempt: Attempt = { isSent: false, isOver: false };
      const timer = setTimeout(() => {
        attempt.isOver = true;
        // A server replies in order, so that all calls wait. Other nodes of a cluster may still reply.
        lane.isStuck = lane.cluster === undefined;
        this.#connections.retire(lane);
        const isUnsent = !attempt.isSent && lane.problem !== undefined;
        reject(isUnsent ? this.#problemOf(lane.problem, command.key, false) : this.#late(attempt.isSent));
      }, deadline - performance.now());
      this.#send(lane, command, attempt)
        .finally(() => clearTimeout(timer))
        .then(resolve, (error) => {
          const { isSent } = attempt;
          reject(lane.isStuck ? this.#late(isSent) : this.#problemOf(error, command.key, isSent));
        });
    });
  }

  async #send(lane: Lane, command: Command, attempt: Attempt): Promise<Reply> {
    const { key, args, purpose, hasBytes } = command;
    const options = hasBytes ? this.#byteOptions : this.#textOptions;
    const found = lane.clientOf(key);
    const client = found instanceof Promise ? await found : found;
    if (attempt.isOver) return null;
    if (!client.isReady) throw lane.problem;
    try {
      if (purpose === 'confirmed writes') return await this.#confirmedWrites(client).send(attempt, args);
      attempt.isSent = true;
      return (await client.sendCommand(args, options)) as Reply;
    } catch (error) {
      if (!lane.cluster || !this.#isRedirection(error)) throw error;
      if (purpose !== 'confirmed writes')
        return (await lane.cluster.sendCommand(key, false, args, options)) as Reply;
      // A WAIT must follow the write when it is sent again, so this only updates the map of the cluster.
      await lane.cluster.sendCommand(key, false, ['HGET', key, ''], options);
      throw error;
    }
  }

  #confirmedWrites(client: Client): ConfirmedWrites {
    let writes = this.#confirmed.get(client);
    if (!writes) {
      writes = new ConfirmedWrites(client, this.#settings);
      this.#confirmed.set(client, writes);
    }
    return writes;
  }

  #isRedirection(error: unknown): boolean {
    return error instanceof this.#package.ErrorReply && /^(MOVED|ASK) /.test(error.message);
  }

  #late(isSent: boolean): ConnectionError {
    return new ConnectionError(`the server did not respond within ${this.#settings.timeout} ms`, isSent);
  }

  #problemOf(error: unknown, key: string, isSent: boolean): unknown {
    if (error instanceof this.#package.ErrorReply) return new ReplyError(error, key);
    // Only opening ends its own calls, when it takes too long.
    if (this.#connections.isClosed) return this.#late(isSent);
    if (error instanceof ConnectionError || error instanceof UnconfirmedWrite || isStoreError(error))
      return error;
    return new ConnectionError(`the connection ${isSent ? 'was lost' : 'could not be made'}`, isSent, error);
  }
}

function isReply(error: unknown, word: string): boolean {
  return error instanceof ReplyError && error.word === word;
}

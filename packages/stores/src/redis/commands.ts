import { setTimeout } from 'node:timers/promises';
import type { Call } from './call.ts';
import type { Args, Reply } from './client.ts';
import type { Connection } from './connection.ts';
import { ConnectionError, ForeignKey, ReplyError } from './errors.ts';
import { passing } from './failures.ts';
import type { Address, Settings } from './options.ts';
import { ReplicatedWrites } from './replicated-writes.ts';
import type { Purpose, RedisNode, Servers } from './servers.ts';

/** A command about one key. */
interface Command {
  readonly key: string;
  readonly args: Args;
  readonly purpose: Purpose;
  /**
   * Whether it may be sent again when its effect is unknown. A repeated write could undo a later one of
   * another client.
   */
  readonly isRead: boolean;
}

const firstPause = 10;
const maxPause = 200;

/** Sends commands to the servers of their keys, and retries them during a short outage. */
export class Commands {
  readonly #servers: Servers;
  readonly #timeout: number;
  readonly #replicas: number;
  readonly #writes = new WeakMap<Connection, ReplicatedWrites>();

  constructor(servers: Servers, { timeout, replicas }: Pick<Settings, 'timeout' | 'replicas'>) {
    this.#servers = servers;
    this.#timeout = timeout;
    this.#replicas = replicas;
  }

  /** The purpose of the connections of writes. */
  get writing(): Purpose {
    return this.#replicas > 0 ? 'replicated writes' : 'commands';
  }

  /**
   * Resolves to the reply. Retries what was certainly not done, within the time of the call and of the
   * outage. In a longer outage calls fail at once, so that they do not pile up. A call long after the last one is retried.
   *
   * @throws {ReplyError | ConnectionError} the last problem.
   */
  async send(call: Call, command: Command): Promise<Reply> {
    let asked: RedisNode | undefined;
    for (let attempt = 0; ; attempt++) {
      const node = asked ?? (await this.#ownerOf(command.key));
      try {
        return await this.#sendTo(call, node, command, asked !== undefined);
      } catch (error) {
        if (this.#servers.isClosed) throw error;
        asked = undefined;
        const pause = Math.min(firstPause * 2 ** attempt, maxPause);
        const redirection = redirectionOf(error, node.address);
        if (redirection === undefined) {
          this.#checkPassing(call, pause, error, node, command);
          await setTimeout(pause);
        } else {
          if (redirection.isForGood) this.#servers.moved(command.key, redirection.address);
          else asked = this.#servers.nodeAt(redirection.address);
          // A few redirections are normal. Many are not.
          if (attempt > 2) {
            call.problem = error;
            await setTimeout(pause);
          }
        }
        if (call.isOver) throw error;
      }
    }
  }

  async #ownerOf(key: string): Promise<RedisNode> {
    // A replica may have taken over.
    if (this.#servers.nodeOf(key).failingSince !== undefined) await this.#servers.refresh();
    return this.#servers.nodeOf(key);
  }

  async #sendTo(call: Call, node: RedisNode, { purpose, args }: Command, isAsking: boolean): Promise<Reply> {
    const connection = node.connected(purpose) ?? (await node.connect(purpose));
    if (call.isOver) throw new ConnectionError('the connection came too late', false);
    if (purpose === 'replicated writes') {
      const reply = await this.#replicatedWrites(connection).send(call, args, isAsking);
      node.failingSince = undefined;
      return reply;
    }
    call.sent(connection);
    try {
      const reply = await (isAsking ? connection.sendAsking(args) : connection.send(args));
      node.failingSince = undefined;
      return reply;
    } finally {
      call.replied(connection);
    }
  }

  #replicatedWrites(connection: Connection): ReplicatedWrites {
    let writes = this.#writes.get(connection);
    if (!writes) {
      writes = new ReplicatedWrites(connection, this.#replicas);
      this.#writes.set(connection, writes);
    }
    return writes;
  }

  /** Throws the error unless the command may be sent again. */
  #checkPassing(call: Call, pause: number, error: unknown, node: RedisNode, { key, isRead }: Command) {
    const mayPass =
      error instanceof ReplyError
        ? passing.has(error.word)
        : error instanceof ConnectionError && (isRead || !error.isSent);
    if (error instanceof ReplyError && error.word === 'WRONGTYPE') throw new ForeignKey(key, error);
    // The name may belong to another server now. Reads must not stay at a replica, which may be behind.
    if (error instanceof ReplyError && error.word === 'READONLY') node.retire();
    if (mayPass || error instanceof ConnectionError) noteFailure(node, this.#timeout);
    const age = performance.now() - (node.failingSince ?? 0);
    if (!mayPass || call.isOver || age >= this.#timeout || call.remaining < 2 * pause) throw error;
    call.problem = error;
  }
}

/** Notes when a node began to fail. A failure long after the last one is of another outage. */
function noteFailure(node: RedisNode, timeout: number): void {
  const now = performance.now();
  if (now - (node.failedAt ?? now) > timeout) node.failingSince = undefined;
  node.failingSince ??= now;
  node.failedAt = now;
}

/** Where a node of a cluster redirects a command to. */
interface Redirection {
  readonly address: Address;
  /** Whether the key has moved. Otherwise it is moving, and other keys of its slot may not have moved yet. */
  readonly isForGood: boolean;
}

/** The redirection in a reply of the node at `asked`, such as `MOVED 3999 127.0.0.1:6381`. */
function redirectionOf(error: unknown, asked: Address): Redirection | undefined {
  if (!(error instanceof ReplyError) || (error.word !== 'MOVED' && error.word !== 'ASK')) return undefined;
  const [, , name = ''] = error.message.split(' ');
  // An IPv6 address has no brackets here. An empty host is the host of the node itself.
  const colon = name.lastIndexOf(':');
  const named = name.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const host = named === '' || named === '?' ? asked.host : named;
  return { address: { host, port: Number(name.slice(colon + 1)) }, isForGood: error.word === 'MOVED' };
}

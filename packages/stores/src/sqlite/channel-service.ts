import { randomUUID } from 'node:crypto';
import { failures } from './failures.ts';
import { checkOpenFiles, type OpenFiles } from './open-files.ts';
import { listenTo, type ProcessChannel } from './process-channel.ts';
import type { OwnWriter } from './store-writer.ts';
import {
  type ChannelOrder,
  type ChannelReport,
  channelEnd,
  channelReport,
  isChannelEnd,
  isChannelOrder,
  packFiles,
  placeOf,
  writerClosed,
} from './writer-channel.ts';
import { packError, unpackWrites } from './writer-protocol.ts';

/** What a {@link ChannelService} works with. */
interface ServiceParts {
  readonly writer: OwnWriter;
  readonly files: OpenFiles;
  /** Called when the channel is closed. */
  readonly onDisconnect: () => void;
}

/** The databases that stores write for the process at the other end of a channel, by their places. */
const served = new WeakMap<ProcessChannel, Set<string>>();

/** Whether a store of this process already writes for this database to the other end of the channel. */
export function isServed(channel: ProcessChannel, { database }: OpenFiles): boolean {
  return served.get(channel)?.has(placeOf(database)) ?? false;
}

/** Commits what stores of the process at the other end of a channel write to one database. */
export class ChannelService {
  readonly #channel: ProcessChannel;
  readonly #parts: ServiceParts;
  readonly #place: string;
  readonly #id = randomUUID();
  readonly #places: Set<string>;
  /** The stores whose orders this service carries out. */
  readonly #senders = new Set<string>();
  /** The orders without a report. They never reject. */
  readonly #underWay = new Set<Promise<void>>();
  readonly #leave: () => void;
  #isClosing = false;

  constructor(channel: ProcessChannel, parts: ServiceParts) {
    this.#channel = channel;
    this.#parts = parts;
    this.#place = placeOf(parts.files.database);
    const places = served.get(channel) ?? new Set();
    served.set(channel, places.add(this.#place));
    this.#places = places;
    const stop = listenTo(channel, {
      receive: (message) => this.#receive(message),
      disconnect: () => {
        this.#leave();
        parts.onDisconnect();
      },
    });
    this.#leave = () => {
      places.delete(this.#place);
      stop();
    };
  }

  /** Refuses orders from now on. Call {@link end} when the writer is closed. */
  close(): void {
    this.#isClosing = true;
  }

  /** Tells the stores at the other end. Resolves when all orders before that have a report. */
  async end(): Promise<void> {
    await Promise.all(this.#underWay);
    for (const sender of this.#senders) this.#channel.send?.(channelEnd(sender), () => {});
    this.#leave();
  }

  #receive(message: unknown): void {
    if (isChannelEnd(message)) this.#senders.delete(message.sender);
    if (!isChannelOrder(message) || !this.#isMeant(message)) return;
    const done = this.#carryOut(message);
    this.#underWay.add(done);
    void done.then(() => this.#underWay.delete(done));
  }

  #isMeant({ database, service, order }: ChannelOrder): boolean {
    if (!isFilesOrder(order)) return service === this.#id;
    if (database === this.#place) return true;
    // Where another file took the place of the open one, the store at the other end has found that.
    return order.path === this.#parts.files.database.path && !this.#places.has(database);
  }

  async #carryOut({ sender, number, order }: ChannelOrder): Promise<void> {
    const { path } = this.#parts.files.database;
    const report = await this.#report(sender, order).catch((error) =>
      packError(failures.wrap('write to', path, error)),
    );
    // A process that has ended meanwhile misses nothing.
    this.#channel.send?.(channelReport({ sender, number, report }), () => {});
  }

  async #report(sender: string, order: ChannelOrder['order']): Promise<ChannelReport['report']> {
    const { writer, files } = this.#parts;
    if (isFilesOrder(order)) {
      checkOpenFiles('open', files);
      this.#senders.add(sender);
      return packFiles(files, this.#id);
    }
    if (this.#isClosing) {
      throw failures.unavailable('write to', files.database.path, writerClosed);
    }
    if ('kind' in order) {
      await writer.index(order.timeout);
      return { results: [], logSize: writer.logSize };
    }
    // On the clock of the queue. The other process has another one.
    const deadline = performance.now() + order.deadline - Date.now();
    const writes = unpackWrites(order.writes);
    // A store whose log is too long asks for that.
    if (writes.length === 0) await writer.flush();
    const results = await Promise.all(writes.map((write) => writer.write(write, deadline).catch(packError)));
    return { results, logSize: writer.logSize };
  }
}

function isFilesOrder(
  order: ChannelOrder['order'],
): order is Extract<ChannelOrder['order'], { kind: 'files' }> {
  return 'kind' in order && order.kind === 'files';
}

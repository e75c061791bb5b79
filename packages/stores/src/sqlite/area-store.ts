import { setImmediate } from 'node:timers/promises';
import type { StoreError } from '@location-records/core';
import {
  type AreaPage,
  type AreaStore,
  type Box,
  checkWithin,
  type WithinOptions,
} from '@location-records/core/areas';
import { hasAreaIndex } from './schema.ts';
import { type SqliteParts, SqliteStore, sqliteGuarantees } from './sqlite-store.ts';

const guarantees: AreaStore['guarantees'] = Object.freeze({ ...sqliteGuarantees, areaOrder: 'stripe' });

/** How long to wait after a failed build before the next, in milliseconds. Writes wait for each attempt. */
const restAfterFailure = 60_000;

/** A store over an open database, with area queries. */
export class SqliteAreaStore extends SqliteStore implements AreaStore {
  override readonly guarantees = guarantees;
  readonly #parts: SqliteParts;
  #index: Promise<void> | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** Starts to build the index if it is missing. */
  constructor(parts: SqliteParts) {
    super(parts);
    this.#parts = parts;
    this.#indexed().catch(() => {});
  }

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.checkOpen();
    const given = checkWithin(box, options);
    await this.#indexed();
    await this.#nextTurn();
    const { after, limit } = given.options;
    return this.read(() => this.#parts.reader.areas().readPage(given.box, after, limit));
  }

  /** Resolves when the index is complete, and rejects if it cannot be built. */
  #indexed(): Promise<void> {
    this.#index ??= this.#build();
    return this.#index;
  }

  async #build(): Promise<void> {
    const { reader, writer, settings } = this.#parts;
    try {
      // A read-only store has it.
      if (!writer || hasAreaIndex(reader.database)) return;
      const count = await writer.count();
      settings.onIndexing('begin', count);
      await writer.index();
      settings.onIndexing('end', count);
    } catch (error) {
      setTimeout(() => {
        this.#index = undefined;
      }, restAfterFailure).unref();
      settings.onWarning(error as StoreError);
      throw error;
    }
  }

  /** Waits for a turn of the event loop, which many pages in a row would block. */
  #nextTurn(): Promise<void> {
    const turn = this.#turn;
    this.#turn = turn.then(() => setImmediate());
    return turn;
  }
}

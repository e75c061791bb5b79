import { setImmediate, setTimeout } from 'node:timers/promises';
import type { StoreError } from '@location-records/core';
import {
  type AreaGuarantees,
  type AreaPage,
  type AreaStore,
  type Box,
  checkWithin,
  type WithinOptions,
} from '@location-records/core/areas';
import type { AreaReader } from './area-reader.ts';
import { failures } from './failures.ts';
import type { Hooks } from './options.ts';
import { FileStore, type SqliteParts, type SqliteStore, sqliteGuarantees } from './sqlite-store.ts';

/** A store in an SQLite file, with area queries. */
export interface SqliteAreaStore extends SqliteStore, AreaStore {
  readonly guarantees: AreaGuarantees;
}

/** What an {@link AreaFileStore} works with besides. */
interface AreaParts extends SqliteParts, Pick<Hooks, 'onIndexing'> {
  readonly areas: AreaReader;
  /** Whether the database had the index when it was opened. */
  readonly isIndexed: boolean;
}

const guarantees: AreaGuarantees = Object.freeze({ ...sqliteGuarantees, areaOrder: 'stripe' });

/** The store over an open database, with area queries. */
export class AreaFileStore extends FileStore implements SqliteAreaStore {
  override readonly guarantees = guarantees;
  readonly #parts: AreaParts;
  readonly #index: IndexBuild;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: AreaParts) {
    super(parts);
    this.#parts = parts;
    this.#index = new IndexBuild(parts);
  }

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.checkOpen();
    const given = checkWithin(box, options);
    const { areas, watch } = this.#parts;
    const deadline = this.deadline();
    await this.read(() => this.#index.begin(), deadline);
    await this.#index.wait(deadline);
    await this.#nextTurn();
    return this.read(() => {
      this.#index.check();
      watch.glance();
      return areas.readPage(given.box, given.options.after, given.options.limit);
    }, deadline);
  }

  protected override closeReaders(): void {
    this.#parts.areas.close();
    super.closeReaders();
  }

  /** Pages that are asked for at once, or one after the other, would block the event loop for everything else. */
  #nextTurn(): Promise<void> {
    const turn = this.#turn;
    this.#turn = turn.then(() => setImmediate());
    return turn;
  }
}

/**
 * After a failure, the index is not built again before this many times the duration of the attempt have passed: writes
 * wait for each attempt.
 */
const restFactor = 10;

/** The index of area queries, which the writer thread builds while the store is in use. */
class IndexBuild {
  readonly #parts: AreaParts;
  #isWhole: boolean;
  /** Never rejects. */
  #building: Promise<void> | undefined;
  #failure: StoreError | undefined;
  /** When to try again after a failure, on the clock of `performance.now()`. */
  #due = 0;

  /** It begins at once, unless the index is there. */
  constructor(parts: AreaParts) {
    this.#parts = parts;
    this.#isWhole = parts.isIndexed;
    if (!this.#isWhole) this.#building = this.#build();
  }

  /** Begins to build the index if it is missing, and again some time after a failure. */
  begin(): void {
    if (this.#building || this.#look() || performance.now() < this.#due) return;
    this.#building = this.#build();
  }

  /** Resolves when an attempt to build the index is over, and at the deadline at the latest. */
  async wait(deadline: number): Promise<void> {
    if (this.#building) await untilDeadline(this.#building, deadline);
  }

  /** @throws {StoreError} that tells why the index is not complete. */
  check(): void {
    if (this.#look()) return;
    const problem = 'its index of area queries is still being built; try again later';
    throw this.#failure ?? failures.unavailable('read from', this.#parts.path, problem);
  }

  /** Whether the index is complete. Another process may have built it. */
  #look(): boolean {
    this.#isWhole ||= this.#parts.areas.hasIndex();
    return this.#isWhole;
  }

  async #build(): Promise<void> {
    const { writer, busyTimeout, onIndexing, onWarning } = this.#parts;
    const begun = performance.now();
    this.#failure = undefined;
    try {
      onIndexing('begin');
      await writer.index(busyTimeout);
      this.#isWhole = true;
      onIndexing('end');
    } catch (error) {
      const now = performance.now();
      this.#due = now + restFactor * (now - begun);
      this.#failure = error as StoreError;
      onWarning(this.#failure);
    } finally {
      this.#building = undefined;
    }
  }
}

/** Resolves when the promise does, and at the deadline at the latest. */
async function untilDeadline(promise: Promise<void>, deadline: number): Promise<void> {
  const isOver = new AbortController();
  const timer = setTimeout(Math.max(0, deadline - performance.now()), undefined, { signal: isOver.signal });
  await Promise.race([promise, timer.catch(() => {})]);
  isOver.abort();
}

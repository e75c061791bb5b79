import type { Location } from '@location-records/core';
import { BoundedWork } from '../shared/bounded-work.ts';
import { isSameLocation } from '../shared/location-differences.ts';
import { ConflictFailure } from './conflicts.ts';
import { ask, askForAll, type Found, type ImportPass, refuse, soundEntries } from './pass.ts';
import { isRefusal } from './record-refused-error.ts';
import { SeenRecords } from './seen-records.ts';
import { groupsOf, type ImportBatches, type ImportEntry } from './source-groups.ts';

/**
 * Writes the records of a source, and resolves when all are written. Each outcome is what it would be if the records
 * were taken one by one: what the target holds then decides.
 */
export async function writeRecords<Entry extends ImportEntry>(
  batches: ImportBatches<Entry>,
  pass: ImportPass<Entry>,
  maxWrites: number,
): Promise<void> {
  const writer = new RecordWriter(pass, maxWrites);
  try {
    for await (const group of groupsOf(batches, pass.tools.signal)) {
      await writer.add(group);
      pass.tools.progress.advance(group.length);
    }
  } finally {
    await writer.end();
  }
}

class RecordWriter<Entry extends ImportEntry> {
  readonly #pass: ImportPass<Entry>;
  readonly #writes: BoundedWork;
  readonly #seen = new SeenRecords(false);
  /** The tasks under way by identifier, the latest of each. They resolve to what the target holds afterwards. */
  readonly #pending = new Map<string, Promise<Found>>();

  constructor(pass: ImportPass<Entry>, maxWrites: number) {
    this.#pass = pass;
    this.#writes = new BoundedWork(maxWrites);
  }

  /** Begins the writes of these entries. */
  async add(group: readonly Entry[]): Promise<void> {
    this.#pass.tally.read += group.length;
    const sound = soundEntries(group, this.#pass);
    const found = await this.#look(sound);
    for (const entry of sound) {
      const [id] = entry.record;
      const first = found.get(id);
      // It was looked up for the first of the entries with this identifier. That may change it.
      found.delete(id);
      if (first) await this.#settle(entry, first);
      else await this.#begin(id, (before) => this.#follow(entry, before));
    }
  }

  /** Resolves when no write is under way. */
  end(): Promise<void> {
    return this.#writes.end();
  }

  /** What the target holds under those identifiers of a group for which no task is under way. */
  async #look(group: readonly Entry[]): Promise<Map<string, Found>> {
    const { isFresh, tally, onDuplicate } = this.#pass;
    const absent = new Set<string>();
    const asked = new Set<string>();
    for (const entry of group) {
      const [id] = entry.record;
      const isDuplicate = this.#seen.add(id);
      if (isDuplicate) {
        tally.duplicates++;
        onDuplicate(entry);
      }
      if (isFresh && !isDuplicate) absent.add(id);
      else if (!absent.has(id) && !this.#pending.has(id)) asked.add(id);
    }
    const found = await askForAll(asked, this.#pass);
    for (const id of absent) found.set(id, { held: undefined });
    return found;
  }

  /** Handles an entry, given what the target holds now. */
  async #settle(entry: Entry, found: Found): Promise<void> {
    const [id] = entry.record;
    const write = this.#decide(entry, found);
    if (write) await this.#begin(id, write);
  }

  /** Handles an entry after an earlier one with the same identifier. */
  async #follow(entry: Entry, before: Promise<Found> | undefined): Promise<Found> {
    const found = await (before ?? ask(entry.record[0], this.#pass));
    const write = this.#decide(entry, found);
    return write ? write() : found;
  }

  /** Counts an entry that is not to be written; returns the write of one that is. */
  #decide(entry: Entry, found: Found): (() => Promise<Found>) | undefined {
    const { tally, onConflict, onConflictFound } = this.#pass;
    if ('refusal' in found) {
      refuse(entry, found.refusal, this.#pass);
      return undefined;
    }
    const { held } = found;
    const [, location] = entry.record;
    if (held === undefined) return () => this.#write(entry, 'created', held);
    if (isSameLocation(location, held)) {
      tally.unchanged++;
      return undefined;
    }
    if (onConflict === 'replace') return () => this.#write(entry, 'replaced', held);
    onConflictFound(entry, held);
    tally.skipped++;
    // It was written after the source was checked.
    if (onConflict === 'fail') throw new ConflictFailure([{ record: entry.record, existing: held }]);
    return undefined;
  }

  async #write(entry: Entry, outcome: 'created' | 'replaced', held: Location | undefined): Promise<Found> {
    const { target, tools, tally } = this.#pass;
    const [id, location] = entry.record;
    try {
      await tools.retry(() => target.put(id, location));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refuse(entry, error, this.#pass);
      return { held };
    }
    tally[outcome]++;
    return { held: location };
  }

  /** Begins a task as soon as the limit allows. It is given the task before it with the same identifier. */
  #begin(id: string, act: (before: Promise<Found> | undefined) => Promise<Found>): Promise<void> {
    return this.#writes.begin(async () => {
      const task = act(this.#pending.get(id));
      this.#pending.set(id, task);
      try {
        await task;
      } finally {
        if (this.#pending.get(id) === task) this.#pending.delete(id);
      }
    });
  }
}

import {
  checkIdentifier,
  checkLocation,
  isStoreError,
  type LocationRecord,
  type LocationStore,
} from '@location-records/core';
import { type AreaStore, type Box, isAreaStore } from '@location-records/core/areas';
import { RecordDigests } from '../../bulk/record-digests.ts';
import { callsAtOnce, inParallel } from '../../bulk/store-calls.ts';
import { withFlags } from '../../output/describe-error.ts';
import { quoteIdentifier } from '../../output/printable-text.ts';
import type { RecordsProgress } from '../../output/progress-line.ts';
import { openStore, type StoreTarget } from '../../store-urls/store-urls.ts';

/**
 * What is damaged: the `file`, as SQLite says; a record that cannot be read (`unreadable`), that the service
 * would not take (`invalid`), that its identifier does not find (`not-found`), or that an area query does not
 * find (`not-in-area-index`).
 */
type ProblemKind = 'file' | 'unreadable' | 'invalid' | 'not-found' | 'not-in-area-index';

/** Something that is damaged. */
interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
  /** The record that it is about. */
  readonly id?: string;
}

/** What was found in a store. */
export interface StoreCheck {
  /** How many records were read. */
  readonly records: number;
  /** Whether there is an index of area queries. */
  readonly areas: boolean;
  readonly problemCount: number;
  /** The first ones. */
  readonly problems: readonly Problem[];
}

/** How a check is watched and stopped. */
export interface CheckTools {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RecordsProgress) => void;
}

/** How many problems are named. */
const maxNamed = 100;

/**
 * Checks all that is in a store, and writes nothing.
 *
 * @throws {StoreError} (rejects) when it cannot be opened, or not read now.
 * @throws the reason of the signal (rejects).
 */
export async function checkStored(target: StoreTarget, tools: CheckTools): Promise<StoreCheck> {
  const { signal } = tools;
  const problems = new Problems();
  const store = await openStore(target, { signal, readOnly: true }, 'check-store');
  try {
    let looksUp = true;
    if (target.scheme === 'sqlite') {
      const { checkSqliteFile } = await import('@location-records/stores/sqlite');
      const found = await checkSqliteFile({ path: target.address, signal }).catch(damageIn);
      for (const message of found) problems.add('file', `the file: ${message}`);
      // SQLite has compared every entry of its indexes. Only the names of lost records are missing.
      looksUp = found.length > 0;
    }
    const records = await checkRecords(store, problems, looksUp, tools);
    return { records, areas: isAreaStore(store), problemCount: problems.count, problems: problems.named };
  } finally {
    await store.close();
  }
}

/** SQLite may find a file so damaged that it ends its own check. */
function damageIn(error: unknown): readonly string[] {
  if (!isStoreError(error) || error.code !== 'STORE_UNSUITABLE') throw error;
  return [error.message];
}

/**
 * Resolves to the number of records that could be read.
 *
 * @param looksUp whether each is also found by its identifier and its place.
 */
async function checkRecords(
  store: LocationStore,
  problems: Problems,
  looksUp: boolean,
  tools: CheckTools,
): Promise<number> {
  const { signal, onProgress = () => {} } = tools;
  const listed = new RecordDigests();
  const notFound = new Set<string>();
  let records = 0;
  try {
    for await (const batch of store.list()) {
      signal.throwIfAborted();
      records += batch.length;
      const valid = batch.filter((record) => isValid(record, problems));
      await inParallel(looksUp ? valid : [], callsAtOnce, async ([id]) => {
        if ((await store.get(id)) === undefined) notFound.add(id);
        else listed.set(id, 1);
      });
      onProgress({ done: 'checked', records });
    }
    const inAreas = looksUp && isAreaStore(store) ? await readAreas(store, listed, tools) : undefined;
    await checkAgain(store, notFound, listed, inAreas, problems, tools);
  } catch (error) {
    // Nothing can be read beyond it.
    if (!isStoreError(error) || error.code !== 'STORE_UNSUITABLE') throw error;
    problems.add('unreadable', withFlags(error.message));
  }
  return records;
}

/** Returns whether the service would take a record, and adds a problem if not. */
function isValid([id, location]: LocationRecord, problems: Problems): boolean {
  try {
    checkIdentifier(id);
    checkLocation(location);
    return true;
  } catch (error) {
    problems.add('invalid', `the record ${quoteIdentifier(id)}: ${(error as Error).message}`, id);
    return false;
  }
}

const most = Number.MAX_VALUE;
const everywhere: Box = { west: -most, south: -most, east: most, north: most };

/** Reads all records by area queries, and resolves to those of `listed` that are found. */
async function readAreas(
  store: AreaStore,
  listed: RecordDigests,
  { signal, onProgress = () => {} }: CheckTools,
): Promise<RecordDigests> {
  const found = new RecordDigests();
  for (let after: Parameters<AreaStore['within']>[1]['after']; ; ) {
    signal.throwIfAborted();
    const { records, next } = await store.within(everywhere, { limit: 1024, after });
    for (const [id] of records) if (listed.get(id) !== undefined) found.set(id, 1);
    onProgress({ done: 'checked by their places', records: found.size });
    if (!next) return found;
    after = next;
  }
}

/** Reads records again that were not found: they may have been moved or deleted meanwhile. */
async function checkAgain(
  store: LocationStore,
  notFound: ReadonlySet<string>,
  listed: RecordDigests,
  inAreas: RecordDigests | undefined,
  problems: Problems,
  { signal }: CheckTools,
): Promise<void> {
  if (notFound.size === 0 && (inAreas === undefined || inAreas.size === listed.size)) return;
  for await (const batch of store.list()) {
    signal.throwIfAborted();
    await inParallel(batch, callsAtOnce, async ([id]) => {
      if (notFound.has(id) && (await store.get(id)) === undefined) {
        problems.add('not-found', `the record ${quoteIdentifier(id)} is not found by its identifier`, id);
      }
      const isMissing = inAreas && listed.get(id) !== undefined && inAreas.get(id) === undefined;
      if (isMissing && !(await isAtItsPlace(store as AreaStore, id))) {
        const problem = `the record ${quoteIdentifier(id)} is not in the index of area queries`;
        problems.add('not-in-area-index', problem, id);
      }
    });
  }
}

/** How often a record that is not at its place is looked for: it may be moving. */
const maxLooks = 3;

async function isAtItsPlace(store: AreaStore, wanted: string): Promise<boolean> {
  for (let looks = 0; looks < maxLooks; looks++) {
    const location = await store.get(wanted);
    if (!location) return true;
    const { latitude, longitude } = location.coordinates;
    const place = { west: longitude, south: latitude, east: longitude, north: latitude };
    for (let after: Parameters<AreaStore['within']>[1]['after']; ; ) {
      const { records, next } = await store.within(place, { limit: 1024, after });
      if (records.some(([id]) => id === wanted)) return true;
      if (!next) break;
      after = next;
    }
  }
  return false;
}

/** The problems: all are counted, and the first ones kept. */
class Problems {
  count = 0;
  readonly named: Problem[] = [];

  add(kind: ProblemKind, message: string, id?: string): void {
    this.count++;
    if (this.named.length < maxNamed) this.named.push({ kind, message, ...(id !== undefined && { id }) });
  }
}

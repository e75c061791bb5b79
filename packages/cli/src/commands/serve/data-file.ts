import { basename, dirname, resolve } from 'node:path';
import type { Location, LocationStore } from '@location-records/core';
import { differingParts } from '../../bulk/differing-parts.ts';
import { isLibraryError, StartError } from '../../errors.ts';
import { describeFailure } from '../../failure.ts';
import { describeError } from '../../output/describe-error.ts';
import { formatNumber } from '../../output/numbers.ts';
import { remarkText } from '../import/remarks.ts';

/** The records of a file, by their identifiers. Of several with one identifier, the last counts. */
type FileRecords = ReadonlyMap<string, Location>;

/** What a new reading of a file has changed. */
export interface DataChanges {
  readonly created: number;
  readonly replaced: number;
  readonly removed: number;
}

/**
 * Reads all records of a file.
 *
 * @throws {FileError} when the file cannot be read.
 * @throws {StartError} when one of its records cannot be used, or its format.
 * @throws the reason of the signal, when that is aborted meanwhile.
 */
export async function readData(path: string, signal?: AbortSignal): Promise<FileRecords> {
  const { parseFile } = await import('@location-records/formats/files');
  const records = new Map<string, Location>();
  let first = '';
  let refused = 0;
  try {
    for await (const entries of parseFile(path)) {
      signal?.throwIfAborted();
      for (const entry of entries) {
        if ('record' in entry) records.set(...entry.record);
        else if (refused++ === 0) {
          // Suggestions name flags of `import`.
          first = remarkText(basename(path), { kind: 'refused', ...entry, suggestion: undefined }).trimEnd();
        }
      }
    }
  } catch (cause) {
    // Its message names the file.
    if (isLibraryError(cause, 'FileError') || (signal?.aborted && cause === signal.reason)) throw cause;
    const error = describeError(cause);
    const elsewhere = error.includes('--') ? ' These are flags of location-records import.' : '';
    throw new StartError(`The file ${path} cannot be used. ${error}${elsewhere}`, { cause });
  }
  if (refused === 0) return records;
  const others = refused === 1 ? '' : `, and ${formatNumber(refused - 1)} more`;
  const advice = `location-records import --dry-run ${path} shows ${refused === 1 ? 'it' : 'them'}`;
  throw new StartError(`${first}${others}; ${advice}.`);
}

/**
 * Lets a store in memory hold the records of a file, and no others. What clients have written is replaced.
 * All changes are made in one turn of the event loop, so that no request sees a part of them.
 */
export async function fillStore(store: LocationStore, records: FileRecords): Promise<DataChanges> {
  const held = new Map<string, Location>();
  for await (const batch of store.list()) for (const [id, location] of batch) held.set(id, location);
  const counts = { created: 0, replaced: 0, removed: 0 };
  const writes: Promise<unknown>[] = [];
  for (const id of held.keys()) {
    if (records.has(id)) continue;
    counts.removed++;
    writes.push(store.delete(id));
  }
  for (const [id, location] of records) {
    const there = held.get(id);
    if (there && differingParts(there, location).length === 0) continue;
    counts[there ? 'replaced' : 'created']++;
    writes.push(store.put(id, location));
  }
  await Promise.all(writes);
  return counts;
}

/** How a file is watched. */
interface WatchOptions {
  readonly store: LocationStore;
  /** Ends the first reading. */
  readonly signal?: AbortSignal | undefined;
  readonly onChanged: (changes: DataChanges) => void;
  /** Called when the file cannot be read, or is missing. The store stays as it is then. */
  readonly onError: (error: unknown) => void;
}

const kept = 'The records stay as they were.';

/**
 * Fills a store with the records of a file, and again whenever that file has changed. Resolves to a function
 * that ends it.
 *
 * @throws what `readData` throws, when the file cannot be read the first time.
 */
export async function watchData(
  path: string,
  { store, signal, onChanged, onError }: WatchOptions,
): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar');
  let reading: Promise<unknown> = Promise.resolve();
  const read = (ending?: AbortSignal) => {
    // One after the other, so that the last change wins.
    const changes = reading.then(async () => fillStore(store, await readData(path, ending)));
    reading = changes.catch(() => {});
    return changes;
  };
  const readAgain = () =>
    read().then(onChanged, (error) => onError(new Error(`${describeFailure(error).message} ${kept}`)));
  // Editors and exports write a file in steps, or put another one in its place, so the folder is watched.
  const [file, folder] = [resolve(path), dirname(resolve(path))];
  const watcher = watch(folder, {
    ignored: (found) => found !== folder && found !== file,
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: 200, pollInterval: 50 },
  });
  watcher
    .on('add', readAgain)
    .on('change', readAgain)
    .on('unlink', () => onError(new Error(`The file ${path} is missing. ${kept}`)))
    .on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  try {
    // It is watched before it is read, so that no change is missed.
    await read(signal);
  } catch (error) {
    await watcher.close();
    throw error;
  }
  return async () => {
    await watcher.close();
    await reading;
  };
}

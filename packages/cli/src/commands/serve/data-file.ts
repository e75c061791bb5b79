import { dirname, resolve } from 'node:path';
import type { Location, LocationStore } from '@location-records/core';
import { differingParts } from '../../bulk/differing-parts.ts';
import { readDataFile } from '../../data-file/read-data-file.ts';
import { describeFailure } from '../../failure.ts';
import { errorEvent, type Report } from './log-lines.ts';

interface DataOptions {
  /** A store in memory. */
  readonly store: LocationStore;
  /** Reads the file again whenever it changes. */
  readonly watch: boolean;
  /** Ends the first reading. */
  readonly signal?: AbortSignal | undefined;
  readonly report: Report;
}

const kept = 'The records stay as they were.';

/**
 * Fills a store with the records of a file, and watches the file if that is wanted. Resolves to a function
 * that ends it. A changed file that cannot be read is reported, and the store stays as it is.
 *
 * @throws (rejects) as {@link readDataFile} does.
 */
export async function serveData(
  path: string,
  { store, watch: isWatched, signal, report }: DataOptions,
): Promise<() => Promise<void>> {
  let told = '';
  const fill = async (ending?: AbortSignal) => {
    const { records, event } = await readDataFile(path, ending);
    ending?.throwIfAborted();
    const news = JSON.stringify({ ...event, records: undefined });
    if (news !== told) report(event);
    told = news;
    return fillStore(store, records);
  };
  if (!isWatched) {
    await fill(signal);
    return async () => {};
  }
  const { watch } = await import('chokidar');
  let reading: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();
  const read = (ending = closing.signal) => {
    // One after the other, so that the last change wins.
    const changes = reading.then(() => fill(ending));
    reading = changes.catch(() => {});
    return changes;
  };
  const reportKept = (problem: string) => report(errorEvent(new Error(`${problem} ${kept}`)));
  const readAgain = () =>
    read().then(
      (changes) => report({ event: 'reloaded', ...changes }),
      (error) => {
        if (!closing.signal.aborted) reportKept(describeFailure(error).message);
      },
    );
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
    .on('unlink', () => reportKept(`The file ${path} is missing.`))
    .on('error', (error) => report(errorEvent(error)));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  try {
    // It is watched before it is read, so that no change is missed.
    await read(signal);
  } catch (error) {
    await watcher.close();
    throw error;
  }
  return async () => {
    closing.abort();
    await watcher.close();
    await reading;
  };
}

/**
 * Lets a store in memory hold these records, and no others. All changes are made in one turn of the
 * event loop, so that no request sees a part of them. Resolves to how many records were changed.
 */
async function fillStore(store: LocationStore, records: ReadonlyMap<string, Location>) {
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

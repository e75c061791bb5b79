import type { LocationRecord, LocationStore } from '@location-records/core';
import { describeParts, differingParts } from '../../bulk/differing-parts.ts';
import { digestOf, RecordDigests } from '../../bulk/record-digests.ts';
import { inParallel, isEmpty, type Retry } from '../../bulk/store-calls.ts';
import { CommandError } from '../../errors.ts';
import { quoteIdentifier } from '../../output/printable-text.ts';
import type { RecordsProgress } from '../../output/progress-line.ts';

/** What a copy and a comparison work with. */
export interface CopyTools {
  /** Ends it between two batches. */
  readonly signal: AbortSignal;
  readonly retry: Retry;
  /** How many records are written at the same time. */
  readonly writesAtOnce: number;
  readonly onProgress: (progress: RecordsProgress) => void;
}

/** How many records a copy has handled so far, by outcome. */
export interface CopyCounts {
  /** Were missing in the target. */
  created: number;
  /** Were in the target with other content. */
  replaced: number;
  /** Were in the target with the same content, and are not written. */
  present: number;
}

/** How many records are named when a target is refused. */
const maxNamed = 3;

/**
 * Writes to `target` every record of `source` that it does not hold with the same content, and removes
 * nothing. Every record that is present in the source from beginning to end is copied, as it is at some
 * moment of the copy. Resolves to what was read from the source.
 *
 * @throws {CommandError} (rejects) `COPY_REFUSED` when the target holds other records, unless `overwrite` is
 * set. Nothing is written then.
 */
export async function copyRecords(
  source: LocationStore,
  target: LocationStore,
  overwrite: boolean,
  counts: CopyCounts,
  tools: CopyTools,
): Promise<RecordDigests> {
  const isFresh = await tools.retry(() => isEmpty(target));
  const read: RecordDigests = isFresh || overwrite ? new RecordDigests() : await readSource(source, tools);
  const held: RecordDigests = isFresh
    ? new RecordDigests()
    : await readTarget(source, target, overwrite ? undefined : read, tools);

  for await (const batch of batchesOf(source, 'copied', read.size || undefined, tools)) {
    await inParallel(batch, tools.writesAtOnce, async ([id, location]) => {
      const digest = digestOf(location);
      const before = held.get(id);
      read.set(id, digest);
      if (before === digest) {
        counts.present++;
        return;
      }
      await tools.retry(() => target.put(id, location));
      counts[before === undefined ? 'created' : 'replaced']++;
    });
  }
  return read;
}

/** Reads the whole source. */
export async function readSource(source: LocationStore, tools: CopyTools): Promise<RecordDigests> {
  const read = new RecordDigests();
  for await (const batch of batchesOf(source, 'of the source read', undefined, tools)) {
    for (const [id, location] of batch) read.set(id, digestOf(location));
  }
  return read;
}

/**
 * Reads the whole target.
 *
 * @param expected what was read from the source, if the target may hold nothing else.
 * @throws {CommandError} (rejects) that names up to three other records.
 */
async function readTarget(
  source: LocationStore,
  target: LocationStore,
  expected: RecordDigests | undefined,
  tools: CopyTools,
): Promise<RecordDigests> {
  const held = new RecordDigests();
  const others: string[] = [];
  for await (const batch of batchesOf(target, 'of the target read', undefined, tools)) {
    for (const [id, there] of batch) {
      const digest = digestOf(there);
      held.set(id, digest);
      if (!expected || expected.get(id) === digest) continue;
      // The source may have changed since it was read.
      const here = await tools.retry(() => source.get(id));
      const parts = here && differingParts(here, there);
      if (parts?.length === 0) continue;
      others.push(`${quoteIdentifier(id)} (${parts ? describeParts(parts) : 'not in the source'})`);
      if (others.length === maxNamed) throw refusal(others);
    }
  }
  if (others.length > 0) throw refusal(others);
  return held;
}

function refusal(others: readonly string[]): CommandError {
  return new CommandError(
    'COPY_REFUSED',
    `The target holds other records than the source: ${others.join(', ')}. Copy to an empty store, or use --overwrite: ` +
      'records of the source then replace others, and the rest stays.',
  );
}

/** Passes the batches of a list on until the signal is aborted, and reports how many records are handled. */
export async function* batchesOf(
  store: LocationStore,
  done: string,
  total: number | undefined,
  { signal, onProgress }: CopyTools,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  let records = 0;
  const report = () => onProgress({ done, records, share: total && records / total });
  signal.throwIfAborted();
  report();
  for await (const batch of store.list()) {
    yield batch;
    records += batch.length;
    report();
    signal.throwIfAborted();
  }
}

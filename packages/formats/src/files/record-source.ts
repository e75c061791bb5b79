import type { LocationRecord } from '@location-records/core';
import type { RecordBatches } from '../stringify-records.ts';

/** What a source of records failed with, to tell it from failures of the file. */
export class SourceFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * The batches of a source, until a signal aborts: then at once, also while the source has not given the next one.
 *
 * @throws {SourceFailure} with the reason of the signal, or with what the source failed with.
 */
export async function* batchesUntil(
  batches: RecordBatches,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  const iterator = iteratorOf(batches);
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
  });
  // It may reject while no batch is awaited.
  aborted.catch(() => {});
  signal?.addEventListener('abort', stop);
  let isDone = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await Promise.race([iterator.next(), aborted]);
      isDone = done === true;
      if (isDone) return undefined;
      yield value;
    }
  } catch (error) {
    throw new SourceFailure(error);
  } finally {
    signal?.removeEventListener('abort', stop);
    // Not awaited: a source that waits for something ends only then.
    if (!isDone) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function iteratorOf(batches: RecordBatches) {
  return Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
}

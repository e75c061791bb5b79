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
  const onAbort = () => stop();
  signal?.addEventListener('abort', onAbort);
  let isDone = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      // Not a race with one promise for the whole time: that would keep every batch.
      const { done, value } = await new Promise<IteratorResult<readonly LocationRecord[]>>(
        (resolve, reject) => {
          stop = () => reject(signal?.reason);
          Promise.resolve(iterator.next()).then(resolve, reject);
        },
      );
      isDone = done === true;
      if (isDone) return undefined;
      yield value;
    }
  } catch (error) {
    throw new SourceFailure(error);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    // Not awaited: a source that waits for something ends only then.
    if (!isDone) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function iteratorOf(batches: RecordBatches) {
  return Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
}

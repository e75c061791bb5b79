import { InvalidArgumentError, type LocationRecord } from '@location-records/core';
import { askedAtOnce } from '../shared/read-store.ts';

/** A record to import. What else it has, such as its line in a file, comes back in the calls of the options. */
export interface ImportEntry {
  /** The identifier and the Location. */
  readonly record: LocationRecord;
}

/** The records to import, in batches, which are read as they are needed. */
export type ImportBatches<Entry extends ImportEntry> =
  | AsyncIterable<readonly Entry[]>
  | Iterable<readonly Entry[]>;

/** The source could not be read: the error of its iterator is the `cause`. */
export class SourceFailure extends Error {}

/**
 * The entries of a source, in groups that are small enough to ask the target for at a time.
 *
 * @throws {SourceFailure} when the source fails.
 * @throws the reason of the signal, also while the source is waited for.
 */
export async function* groupsOf<Entry extends ImportEntry>(
  batches: ImportBatches<Entry>,
  signal: AbortSignal,
): AsyncGenerator<readonly Entry[], undefined> {
  const source = iteratorOf(batches);
  let state: 'open' | 'waiting' | 'ended' = 'open';
  try {
    for (;;) {
      state = 'waiting';
      const reading = readFrom(source);
      reading.catch(() => {
        state = 'ended';
      });
      const next = await untilAborted(reading, signal);
      state = next.done ? 'ended' : 'open';
      if (next.done) return;
      for (let start = 0; start < next.value.length; start += askedAtOnce) {
        signal.throwIfAborted();
        yield next.value.slice(start, start + askedAtOnce).map(checked);
      }
    }
  } finally {
    if (state !== 'ended') {
      const ending = Promise.resolve(source.return?.());
      // An iterator that is still waited for ends after its next batch only, which may never come.
      if (state === 'waiting') ending.catch(() => {});
      else await ending;
    }
  }
}

function iteratorOf<Entry extends ImportEntry>(
  batches: ImportBatches<Entry>,
): AsyncIterator<readonly Entry[]> | Iterator<readonly Entry[]> {
  if (Symbol.asyncIterator in batches) return batches[Symbol.asyncIterator]();
  return batches[Symbol.iterator]();
}

function checked<Entry extends ImportEntry>(entry: Entry): Entry {
  if (Array.isArray(entry?.record)) return entry;
  throw new InvalidArgumentError('batches', 'batches of objects with a "record" each');
}

async function readFrom<Batch>(
  source: AsyncIterator<Batch> | Iterator<Batch>,
): Promise<IteratorResult<Batch>> {
  try {
    return await source.next();
  } catch (cause) {
    throw new SourceFailure('The source cannot be read.', { cause });
  }
}

/** The same promise, which rejects with the reason of the signal as soon as that is aborted. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

import type { ParsedEntry } from '@location-records/formats';
import type { Api, LocationRecord } from '../api.ts';
import { isSame } from '../editing/change.ts';
import { type Problem, Problems } from './problems.ts';

/** The most records of the file that are compared with the service. */
export const maxCompared = 1000;

/** How many records are read from the service at once. */
const maxRequests = 8;

/** What is known about a file before anything is written. */
export interface Look {
  /** Whether the file was read to its end, and its records were compared. */
  readonly isDone: boolean;
  /** How many records can be imported, and how many are refused. */
  readonly records: number;
  readonly refused: number;
  /** The first that are refused. */
  readonly problems: readonly Problem[];
  /** The number of suspicious records, and the warning about the first. */
  readonly doubted: number;
  readonly doubt: string | undefined;
  /** How many of the first records have been compared with the service. */
  readonly compared: number;
  /** How many of these would replace a record, and how many are on the service with the same content. */
  readonly existing: number;
  readonly same: number;
}

/**
 * Looks at the records of a file, and compares the first with those of the service. It tells what it has
 * found after each batch.
 *
 * @throws {Error} when the file cannot be read.
 */
export async function* lookAtFile(
  batches: AsyncIterable<readonly ParsedEntry[]>,
  api: Pick<Api, 'read'>,
  signal: AbortSignal,
): AsyncGenerator<Look> {
  const counts = { records: 0, doubted: 0, compared: 0, existing: 0, same: 0 };
  const problems = new Problems();
  const first: LocationRecord[] = [];
  let doubt: string | undefined;
  const look = (isDone: boolean): Look => ({
    ...counts,
    isDone,
    doubt,
    refused: problems.count,
    problems: problems.first,
  });

  for await (const entries of batches) {
    if (signal.aborted) return;
    for (const entry of entries) {
      if (!('record' in entry)) {
        problems.add(entry);
        continue;
      }
      counts.records++;
      if (entry.doubt !== undefined) counts.doubted++;
      doubt ??= entry.doubt && `line ${entry.line}: ${entry.doubt}`;
      const [id, location] = entry.record;
      if (first.length < maxCompared) first.push({ id, ...location });
    }
    yield look(false);
  }

  for (let start = 0; start < first.length; start += maxRequests) {
    const some = first.slice(start, start + maxRequests);
    const outcomes = await Promise.all(some.map(({ id }) => api.read(id)));
    if (signal.aborted) return;
    for (const [index, outcome] of outcomes.entries()) {
      // The import says what is wrong with an identifier, and a service that cannot be reached pauses it.
      if (outcome.kind !== 'done') continue;
      counts.compared++;
      if (isSame(outcome.value, some[index])) counts.same++;
      else if (outcome.value) counts.existing++;
    }
    yield look(false);
  }
  yield look(true);
}

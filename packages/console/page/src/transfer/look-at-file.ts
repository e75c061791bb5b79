import type { ParsedEntry } from '@location-records/formats';
import type { Api, LocationRecord } from '../api.ts';
import { Problems } from './problems.ts';

/** The most records of the file that are compared with the service. */
export const maxCompared = 1000;

/** What is known about the records of a file before anything is written. */
export interface Look {
  /** Whether the file was read to its end, and its records were compared. */
  readonly isDone: boolean;
  /** How many records can be imported. */
  readonly records: number;
  /** Those that are refused. */
  readonly problems: Problems;
  /** The number of suspicious records, and the warning about the first. */
  readonly doubted: number;
  readonly doubt: string | undefined;
  /** How many of the first records have been compared with the service. */
  readonly compared: number;
  /** How many of these exist with other content, and how many with the same. */
  readonly existing: number;
  readonly same: number;
  /** Why they cannot be compared. */
  readonly message: string | undefined;
  /** Why the file cannot be read to its end. */
  readonly broken: string | undefined;
}

/**
 * Looks at the records of a file, and compares the first with those of the service. It tells what it has
 * found after each batch.
 */
export async function* lookAtFile(
  batches: AsyncIterable<readonly ParsedEntry[]>,
  api: Pick<Api, 'putMany'>,
  signal: AbortSignal,
): AsyncGenerator<Look> {
  const counts = { records: 0, doubted: 0, compared: 0, existing: 0, same: 0 };
  const problems = new Problems();
  const first = new Map<string, LocationRecord>();
  let doubt: string | undefined;
  let message: string | undefined;
  let broken: string | undefined;
  const look = (isDone: boolean): Look => ({ ...counts, isDone, doubt, problems, message, broken });

  try {
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
        if (first.size < maxCompared) first.set(id, { id, ...location });
      }
      yield look(false);
    }
  } catch (error) {
    if (signal.aborted) return;
    broken = (error as Error).message;
  }

  if (first.size > 0) {
    const compared = await api.putMany([...first.values()], { onConflict: 'replace', dryRun: true });
    if (signal.aborted) return;
    if (compared.kind !== 'done') message = compared.message;
    else {
      counts.compared = compared.value.length;
      for (const { outcome } of compared.value) {
        if (outcome === 'unchanged') counts.same++;
        else if (outcome === 'replaced') counts.existing++;
      }
    }
  }
  yield look(true);
}

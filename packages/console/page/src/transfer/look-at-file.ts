import type { ParsedEntry } from '@location-records/formats';
import type { Api, LocationRecord } from '../api.ts';
import { piecesOf } from './pieces.ts';
import { Problems } from './problems.ts';

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
  /** How many of them exist with other content, and how many with the same. */
  readonly existing: number;
  readonly same: number;
  /** Why the file cannot be read to its end. */
  readonly broken: string | undefined;
}

/**
 * Looks at the records of a file, and compares them with those of the service. It tells what it has found
 * after each piece.
 *
 * @throws {Error} with a message for people, when the records cannot be compared.
 */
export async function* lookAtFile(
  batches: AsyncIterable<readonly ParsedEntry[]>,
  api: Pick<Api, 'putMany'>,
  signal: AbortSignal,
): AsyncGenerator<Look> {
  const counts = { records: 0, doubted: 0, existing: 0, same: 0 };
  const problems = new Problems();
  let doubt: string | undefined;
  let broken: string | undefined;
  const look = (isDone: boolean): Look => ({ ...counts, isDone, doubt, problems, broken });

  const pieces = piecesOf(batches);
  for (;;) {
    const piece = await pieces.next().catch((error: Error) => error);
    if (signal.aborted) return;
    if (piece instanceof Error) broken = piece.message;
    if (piece instanceof Error || piece.done) break;
    const records: LocationRecord[] = [];
    for (const entry of piece.value) {
      if (!('record' in entry)) {
        problems.add(entry);
        continue;
      }
      if (entry.doubt !== undefined) counts.doubted++;
      doubt ??= entry.doubt && `line ${entry.line}: ${entry.doubt}`;
      const [id, location] = entry.record;
      records.push({ id, ...location });
    }
    const compared = await api.putMany(records, { onConflict: 'replace', dryRun: true });
    if (signal.aborted) return;
    if (compared.kind !== 'done') throw new Error(compared.message);
    counts.records += records.length;
    for (const { outcome } of compared.value) {
      if (outcome === 'unchanged') counts.same++;
      else if (outcome === 'replaced') counts.existing++;
    }
    yield look(false);
  }
  yield look(true);
}

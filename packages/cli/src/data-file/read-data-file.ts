import { basename } from 'node:path';
import type { Location } from '@location-records/core';
import type { Inspection } from '@location-records/formats';
import { CommandError } from '../errors.ts';
import { understoodLine } from './describe-inspection.ts';
import { faultError } from './fault-error.ts';
import { Problems, placeIn } from './problems.ts';
import { inspectInThread } from './read-in-thread.ts';

/** What a service reports about a file whose records it serves. */
export interface DataEvent {
  readonly event: 'data';
  readonly file: string;
  readonly records: number;
  /** What is understood of the file. */
  readonly understood: string;
  /** What is wrong with some of its records, by cause. */
  readonly problems?: string | undefined;
}

/** The records of a file, and what is reported about them. */
interface DataFile {
  readonly records: ReadonlyMap<string, Location>;
  readonly event: DataEvent;
}

/**
 * Reads the records of a file as an import without options does, to serve them. A thread does it, so that
 * requests do not wait.
 *
 * @throws {FormatError} or {FileError} (rejects) when the file cannot be read.
 * @throws {CommandError} (rejects) when something has to be chosen, or the file has rows, but no record.
 * @throws the reason of the signal (rejects).
 */
export async function readDataFile(path: string, signal?: AbortSignal): Promise<DataFile> {
  const file = basename(path);
  const inspection = await inspectInThread(path, { signal });
  try {
    return await recordsOf(path, file, inspection);
  } finally {
    await inspection.close();
  }
}

async function recordsOf(path: string, file: string, inspection: Inspection): Promise<DataFile> {
  const { fault, rows } = inspection;
  if (fault) {
    throw faultError(file, fault, ['import', path], 'Import it into a store, and serve that:');
  }
  const records = new Map<string, Location>();
  const problems = new Problems();
  for await (const entries of inspection.records()) {
    for (const entry of entries) {
      if (!('record' in entry)) problems.add({ kind: 'refused', ...entry });
      else {
        records.set(...entry.record);
        if (entry.doubt === undefined) continue;
        const { line, record, doubt } = entry;
        problems.add({ kind: 'doubtful', line, id: record[0], reason: doubt });
      }
    }
  }
  const told = problems.summary(placeIn(inspection.format)) || undefined;
  if (records.size === 0 && rows > 0) {
    throw new CommandError(
      'IMPORT_FAULT',
      `${JSON.stringify(path)} has no record that can be read: ${told}.`,
    );
  }
  const understood = understoodLine(inspection);
  return { records, event: { event: 'data', file, records: records.size, understood, problems: told } };
}

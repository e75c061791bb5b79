import type { LocationRecord } from '@location-records/core';
import { FormatError, type ParsedEntry, parseRecords } from '@location-records/formats';
import { parseFile } from '@location-records/formats/files';

/** What a user of the fake has written cannot work. `message` is a sentence. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/**
 * The records of a file, in any format that can be imported.
 *
 * @throws {InputError} that names the line and the record.
 * @throws {FormatError} or {FileError} when the file as a whole cannot be read.
 */
export function readSeed(path: string): Promise<readonly LocationRecord[]> {
  return collect(parseFile(path));
}

/**
 * The records of a text, in any format that can be imported.
 *
 * @throws {InputError} that names the line and the record.
 */
export function parseSeed(text: string): Promise<readonly LocationRecord[]> {
  return collect(parseRecords([text]));
}

async function collect(batches: AsyncIterable<readonly ParsedEntry[]>): Promise<readonly LocationRecord[]> {
  const records: LocationRecord[] = [];
  const seen = new Set<string>();
  try {
    for await (const entries of batches) {
      for (const entry of entries) {
        if (!('record' in entry)) throw new InputError(describeRefusal({ ...entry, suggestion: undefined }));
        const [id] = entry.record;
        if (seen.has(id))
          throw new InputError(describeRefusal({ ...entry, id, reason: 'the identifier is given twice' }));
        seen.add(id);
        records.push(entry.record);
      }
    }
  } catch (error) {
    throw error instanceof FormatError ? new InputError(error.message, { cause: error }) : error;
  }
  return records;
}

/** The place of a record, and why it cannot be used. */
interface Unusable {
  readonly line: number;
  readonly index: number;
  readonly id?: string | undefined;
  readonly reason: string;
  readonly suggestion?: string | undefined;
}

function describeRefusal({ line, index, id, reason, suggestion }: Unusable): string {
  const why = suggestion === undefined ? reason : `${reason}; ${suggestion}`;
  const message = `Line ${line}, record ${id === undefined ? index : JSON.stringify(id)}: ${why}`;
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

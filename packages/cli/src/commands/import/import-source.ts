import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { ParsedEntry, ParsedRecord } from '@location-records/formats';
import { UsageError } from '../../errors.ts';
import type { ImportCommandOptions } from './import-command.ts';
import { type Remarks, remarkOn } from './remarks.ts';

/** A file with records. */
export interface ImportSource {
  /** What it is called in lines about its records. */
  readonly name: string;
  /** Its length in bytes, if that is known. */
  readonly length: number | undefined;
  /** Whether it can be read again: stdin and pipes cannot. */
  readonly isRepeatable: boolean;
  /** Reads it from its beginning. */
  open(): AsyncIterable<readonly ParsedEntry[]>;
}

/**
 * Opens the file to import.
 *
 * @param signal ends the reading of stdin, which may never send anything.
 * @throws {UsageError} (rejects) when a flag does not fit.
 */
export async function openSource(
  options: ImportCommandOptions,
  stdin: Readable,
  signal: AbortSignal,
): Promise<ImportSource> {
  const { file, layer, delimiter, idProperty, descriptionProperty, latitudeColumn, longitudeColumn } =
    options;
  const { properties, dropAltitude, strictCoordinates } = options;
  // Fields that are separated otherwise do not look like CSV.
  const format = options.format ?? (delimiter === undefined ? undefined : 'csv');
  const columns = { idProperty, descriptionProperty, latitudeColumn, longitudeColumn };
  const parsing = { ...columns, delimiter, properties, dropAltitude, strictCoordinates };
  if (file === '-') {
    if (format === 'gpkg' || layer !== undefined) {
      throw new UsageError('A GeoPackage cannot be read from stdin.', 'Write it to a file, and import that.');
    }
    const { parseRecords } = await import('@location-records/formats');
    const open = () => parseRecords(addAbortSignal(signal, stdin), { ...parsing, format });
    return { name: 'stdin', length: undefined, isRepeatable: false, open };
  }
  const { parseFile } = await import('@location-records/formats/files');
  const found = await stat(file).catch(() => undefined);
  return {
    name: basename(file),
    length: found?.isFile() ? found.size : undefined,
    // Opening reports a missing file and a folder.
    isRepeatable: found === undefined || found.isFile() || found.isDirectory(),
    open: () => parseFile(file, { ...parsing, format, layer }),
  };
}

/** Passes the records of a source on. The first time, it keeps remarks on the others. */
export class SourceReader {
  /** How much of the file is read. */
  bytes = 0;
  /** How many records cannot be read. */
  refused = 0;
  readonly #source: ImportSource;
  readonly #remarks: Remarks;
  #isFirst = true;

  constructor(source: ImportSource, remarks: Remarks) {
    this.#source = source;
    this.#remarks = remarks;
  }

  async *records(): AsyncGenerator<readonly ParsedRecord[], undefined> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.bytes = 0;
    for await (const entries of this.#source.open()) {
      if (isFirst) for (const entry of entries) this.#look(entry);
      this.bytes = entries.at(-1)?.byte ?? this.bytes;
      await this.#remarks.flush();
      yield entries.filter((entry) => 'record' in entry);
    }
    return undefined;
  }

  #look(entry: ParsedEntry): void {
    if (!('record' in entry)) {
      this.refused++;
      this.#remarks.add({ kind: 'refused', ...entry });
    } else if (entry.doubt !== undefined) this.#remarks.add(remarkOn(entry, 'doubtful', entry.doubt));
  }
}

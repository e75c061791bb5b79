import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type {
  FormatName,
  Inspection,
  InspectOptions,
  ParsedEntry,
  ParsedRecord,
} from '@location-records/formats';
import { inspectInThread, parseInThread } from '../../data-file/read-in-thread.ts';
import { CommandError, isFileOrFormatError, UsageError } from '../../errors.ts';
import type { ImportCommandOptions } from './import-command.ts';
import { type Remarks, remarkOn } from './remarks.ts';
import { spool } from './spool.ts';

/** A file with records. */
export interface ImportSource {
  /** What it is called in lines about its records. */
  readonly name: string;
  /** Its length in bytes, if that is known. */
  readonly length: number | undefined;
  /** Whether it can be read again. */
  readonly isRepeatable: boolean;
  /** Whether an identifier may come several times. */
  readonly mayRepeat: boolean;
  /** What is understood of it, unless it is read with `--strict`. */
  readonly inspection?: Inspection | undefined;
  /** Reads it from its beginning. */
  open(): AsyncIterable<readonly ParsedEntry[]>;
  /** Removes what was made to read it. */
  close(): Promise<void>;
}

/** What {@link openSource} needs of the command. */
export interface SourceOpening {
  /** What the file is called. */
  readonly name: string;
  readonly stdin: Readable;
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** Called with the share of the file that is inspected, if that is known. */
  readonly onReading: (share: number | undefined) => void;
}

/**
 * Opens the file to import: inspects it, unless it is read with `--strict`. What can be read only once, as
 * stdin, is kept in a temporary file meanwhile.
 *
 * @throws {UsageError} (rejects) when a flag does not fit.
 * @throws {FormatError} or {FileError} (rejects) when the file as a whole cannot be read.
 * @throws the reason of the signal (rejects).
 */
export async function openSource(
  options: ImportCommandOptions,
  opening: SourceOpening,
): Promise<ImportSource> {
  if (options.strict) return openStrict(options, opening);
  const { file } = options;
  const { name, stdin, signal, onReading } = opening;
  onReading(undefined);
  const found = file === '-' ? undefined : await stat(file).catch(() => undefined);
  // Opening reports a missing file and a folder.
  const isFile = file !== '-' && (!found || found.isFile() || found.isDirectory());
  if (isFile) return inspectSource(file, options, { ...opening, length: found?.size });
  const input = file === '-' ? stdin : createReadStream(file);
  const { path, remove } = await spool(input, name, signal);
  try {
    const { size: length } = await stat(path);
    const source = await inspectSource(path, options, { ...opening, length });
    const close = async () => {
      await source.close();
      await remove();
    };
    return { ...source, close };
  } catch (error) {
    await remove();
    throw withName(error, path, name);
  }
}

async function inspectSource(
  path: string,
  options: ImportCommandOptions,
  { name, signal, onReading, length }: SourceOpening & { readonly length: number | undefined },
): Promise<ImportSource> {
  const { format, id, description, latitude, longitude, coordinates, swap, crs, scale, encoding } = options;
  const { delimiter, columns, layer, trustFile: trusted, duplicates, strictCoordinates } = options;
  const inspecting: InspectOptions = {
    ...{ format, id, description, latitude, longitude, coordinates, swap, crs, scale, encoding },
    ...{ delimiter, columns, layer, trusted, duplicates, strictCoordinates, signal },
    onProgress: (bytes) => onReading(length ? bytes / length : undefined),
  };
  const inspection = await inspectInThread(path, inspecting);
  const open = () => inspection.records();
  const close = () => inspection.close();
  const mayRepeat = duplicates === 'last';
  return { name, length, isRepeatable: true, mayRepeat, inspection, open, close };
}

/** Names the input in an error instead of the temporary file. */
function withName(error: unknown, path: string, name: string): unknown {
  if (!isFileOrFormatError(error)) return error;
  const message = error.message.replaceAll(JSON.stringify(path), name).replaceAll(path, name);
  return new CommandError(error.code, message, { cause: error });
}

const strictFormats: ReadonlySet<string> = new Set([
  ...['geojson', 'geojsonseq', 'ndjson', 'csv', 'json', 'json-object', 'gpkg'],
]);

function isStrict(format: string | undefined): format is FormatName | undefined {
  return format === undefined || strictFormats.has(format);
}

/** Opens a file as it is read with `--strict`. */
async function openStrict(
  options: ImportCommandOptions,
  { name, stdin, signal }: SourceOpening,
): Promise<ImportSource> {
  const { file, layer, trustFile: trusted, delimiter, id, description, latitude, longitude } = options;
  const { properties, dropAltitude, strictCoordinates } = options;
  // Fields that are separated otherwise do not look like CSV.
  const format = options.format ?? (delimiter === undefined ? undefined : 'csv');
  if (!isStrict(format)) {
    throw new UsageError(
      `--format ${format} is not read with --strict.`,
      'Leave out --strict, or convert the file first.',
    );
  }
  const columns = { idProperty: id, descriptionProperty: description };
  const coordinates = { latitudeColumn: latitude, longitudeColumn: longitude };
  const parsing = { ...columns, ...coordinates, delimiter, properties, dropAltitude, strictCoordinates };
  if (file === '-') {
    if (format === 'gpkg' || layer !== undefined) {
      throw new UsageError(
        'A GeoPackage cannot be read from stdin with --strict.',
        'Write it to a file, and import that.',
      );
    }
    const { parseRecords } = await import('@location-records/formats');
    const open = () => parseRecords(addAbortSignal(signal, stdin), { ...parsing, format });
    return { name, length: undefined, isRepeatable: false, mayRepeat: true, open, close: async () => {} };
  }
  const found = await stat(file).catch(() => undefined);
  const reading = parseInThread(file, { ...parsing, format, layer, trusted }, signal);
  return {
    name,
    length: found?.isFile() ? found.size : undefined,
    // Opening reports a missing file and a folder.
    isRepeatable: found === undefined || found.isFile() || found.isDirectory(),
    mayRepeat: true,
    open: () => reading.records(),
    close: () => reading.close(),
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
  /** What {@link begin} has read, and what follows it. */
  #begun: { readonly first: readonly ParsedRecord[]; readonly rest: Records } | undefined;

  constructor(source: ImportSource, remarks: Remarks) {
    this.#source = source;
    this.#remarks = remarks;
  }

  /** Reads up to the first record. Resolves to whether there is one. */
  async begin(): Promise<boolean> {
    const rest = this.#read(true);
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return false;
      if (value.length === 0) continue;
      this.#begun = { first: value, rest };
      return true;
    }
  }

  /** Reads the records, from the first one. */
  async *records(): Records {
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun) yield begun.first;
    yield* begun?.rest ?? this.#read(false);
    return undefined;
  }

  /** Closes the file if nobody has asked for the records. */
  async close(): Promise<void> {
    await this.#begun?.rest.return(undefined);
  }

  async *#read(isFirst: boolean): Records {
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

type Records = AsyncGenerator<readonly ParsedRecord[], undefined>;

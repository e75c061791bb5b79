import { headLength } from './detect-format.ts';
import { detectImportFormat } from './detect-import-format.ts';
import { checkInspectOptions } from './inspect-options.ts';
import { type InspectInput, readHead, sourceOf } from './inspect-source.ts';
import type { Inspection, InspectOptions } from './inspection.ts';
import { unpackedSource } from './rows/gzip.ts';
import { loadReader, type ReaderLoaders } from './rows/read-rows.ts';
import type { RowBatches, RowReader, RowSource } from './rows/row.ts';

/**
 * Looks through a file of places, and finds out what its fields mean: which of them are coordinates,
 * identifier and description. Judges by the names and the values of the first 10,000 rows, and reads the
 * whole file once, to be sure that identifiers are unique.
 *
 * @throws {OptionError} (rejects) if an option cannot work or is not known.
 * @throws {InvalidArgumentError} (rejects) if `input` cannot be read.
 * @throws {FormatError} (rejects) about the file as a whole: `FORMAT_UNKNOWN`, `FORMAT_INVALID`. A file that is
 * broken after its first row is no error here, but of `records()`.
 *
 * @example
 * const inspection = await inspect(file);
 * for await (const entries of inspection.records()) {
 *   for (const entry of entries) if ('record' in entry) await store.put(...entry.record);
 * }
 */
export function inspect(input: InspectInput, options?: InspectOptions): Promise<Inspection> {
  return inspectWith(loadReader, input, options);
}

/** Inspects with the readers of a runtime. */
export async function inspectWith(
  readers: ReaderLoaders,
  input: InspectInput,
  options?: InspectOptions,
): Promise<Inspection> {
  const settings = checkInspectOptions(options);
  const source = await unpackedSource(untilAborted(sourceOf(input), settings.signal));
  const head = await readHead(source, headLength);
  const format = settings.format ?? detectImportFormat(head, source.path ?? source.name);
  // Lines of no records are an empty file.
  const reader = head.length === 0 ? readNothing : await readers[format]();
  // Programs that only write, or read strictly, do not load it.
  const { Inspector } = await import('./understand/inspector.ts');
  return new Inspector(source, format, reader, settings).inspect();
}

/** Lets a signal end the reading at any chunk: an endless line gives no batch. */
function untilAborted(source: RowSource, signal: AbortSignal | undefined): RowSource {
  if (signal === undefined) return source;
  return {
    ...source,
    async *open() {
      for await (const chunk of source.open()) {
        signal.throwIfAborted();
        yield chunk;
      }
    },
  };
}

const readNothing: RowReader = async function* (): RowBatches {
  yield [];
  return undefined;
};

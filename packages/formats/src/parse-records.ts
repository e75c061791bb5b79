import { readCsv } from './csv.ts';
import { checkIsText, detectFormat, headLength, signatureLength } from './detect-format.ts';
import { FormatError, type TextFormat } from './formats.ts';
import { readFeatureLines, readGeoJson } from './geojson.ts';
import { checkInput, type ParseInput, readChunks } from './input.ts';
import { readJsonList, readJsonObject } from './json.ts';
import {
  checkParseOptions,
  type ParseOptions,
  type ParseSettings,
  type TextReader,
} from './parse-options.ts';
import type { ParsedEntry } from './parsed-entry.ts';

const readers: Readonly<Record<TextFormat, TextReader>> = {
  geojson: readGeoJson,
  geojsonseq: readFeatureLines,
  ndjson: readFeatureLines,
  json: readJsonList,
  'json-object': readJsonObject,
  csv: readCsv,
};

/**
 * Reads records from text: batches of what was read and what is refused, in the order of the text. The memory
 * it needs does not grow with the text. Nothing is read before the first batch is asked for.
 *
 * A record that is refused does not keep the next ones from being read. An identifier that comes again is
 * read again.
 *
 * @throws {OptionError} when an option cannot work or is not known.
 * @throws {InvalidArgumentError} when `input` cannot be read; the iteration rejects with it at a chunk of
 * another type.
 * @throws {FormatError} by the iteration, for what concerns the whole: `FORMAT_UNKNOWN`, `FORMAT_INVALID`.
 *
 * @example
 * for await (const entries of parseRecords(response.body)) {
 *   for (const entry of entries) if ('record' in entry) await store.put(...entry.record);
 * }
 */
export function parseRecords(
  input: ParseInput,
  options?: ParseOptions,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  const settings = checkParseOptions(options);
  checkInput(input);
  return parseChunks(readChunks(input), settings);
}

async function* parseChunks(
  chunks: AsyncGenerator<Uint8Array, undefined>,
  settings: ParseSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  try {
    const head: Uint8Array[] = [];
    const format = await formatOf(chunks, head, settings.format);
    yield* readers[format](behindHead(head, chunks), settings);
  } finally {
    await chunks.return(undefined);
  }
}

/** Reads the chunks with which a text begins into `head`. Checks the format that is given, or tells it. */
async function formatOf(
  chunks: AsyncIterator<Uint8Array>,
  head: Uint8Array[],
  given: TextFormat | undefined,
): Promise<TextFormat> {
  const wanted = given === undefined ? headLength : signatureLength;
  let length = 0;
  while (length < wanted) {
    const { done, value } = await chunks.next();
    if (done) break;
    head.push(value);
    length += value.length;
  }
  const bytes = joined(head, Math.min(length, wanted));
  if (given !== undefined) {
    checkIsText(bytes);
    return given;
  }
  const format = detectFormat(bytes);
  if (format !== 'gpkg') return format;
  throw new FormatError(
    'FORMAT_UNKNOWN',
    'The content is a GeoPackage, which is read from a file: parseFile of @location-records/formats/files does.',
  );
}

/** The first bytes of some chunks. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, length - end);
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

/** All chunks of a text, those of its head once more. */
async function* behindHead(
  head: Uint8Array[],
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  for (let chunk = head.shift(); chunk !== undefined; chunk = head.shift()) yield chunk;
  yield* chunks;
}

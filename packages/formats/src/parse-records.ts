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
  kml: refuseXml,
  gpx: refuseXml,
};

/** What KML and GPX mean is understood, not checked. */
// biome-ignore lint/correctness/useYield: it is a reader that only fails.
async function* refuseXml(): ReturnType<TextReader> {
  throw new FormatError('FORMAT_INVALID', 'KML and GPX cannot be read strictly: use inspect() instead.');
}

/**
 * Reads records from text. Yields batches of entries, of records or refusals, in the order of the text. Its
 * memory does not grow with the text. Nothing is read before the first batch is requested.
 *
 * Reading continues after a record that is refused. A repeated identifier is read again.
 *
 * @throws {OptionError} if an option cannot work or is not known.
 * @throws {InvalidArgumentError} if `input` cannot be read; by the iteration, at a chunk of
 * another type.
 * @throws {FormatError} by the iteration, about the text as a whole: `FORMAT_UNKNOWN`, `FORMAT_INVALID`.
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

/** Reads the first chunks into `head`. Checks the given format, or detects it. */
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

/** Joins the first bytes of some chunks. */
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

/** Iterates over all chunks of a text, beginning with those of its head. */
async function* behindHead(
  head: Uint8Array[],
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  for (let chunk = head.shift(); chunk !== undefined; chunk = head.shift()) yield chunk;
  yield* chunks;
}

import { InvalidArgumentError, type Location, type LocationRecord } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkWritten } from './check-record.ts';
import { checkTextFormat, type TextFormat } from './formats.ts';
import { isIterable } from './input.ts';
import { gpxFrame, kmlFrame, writePlacemark, writeWaypoint } from './stringify-xml.ts';

/** Options of {@link stringifyRecords}. */
export interface StringifyOptions {
  readonly format: TextFormat;
  /**
   * Returns the distance of a record from a point in metres, for a property of its Feature. Formats without
   * Features leave it out.
   * @default no distances
   */
  readonly distanceOf?: ((record: LocationRecord) => number | undefined) | undefined;
}

/** Records in batches, as stores list them. */
export type RecordBatches = Iterable<readonly LocationRecord[]> | AsyncIterable<readonly LocationRecord[]>;

/** How records follow each other in a format. */
interface Layout {
  /** The beginning of the text, with or without records. */
  readonly begin: () => string;
  /** The text of at least one record. `isFirst` says that no record came before. */
  readonly write: (records: readonly LocationRecord[], isFirst: boolean) => string;
  readonly end: string;
}

/** A piece ends after this many characters. */
const pieceLength = 32_768;

/** The length of a piece is checked after this many records. */
const sliceLength = 64;

/**
 * Writes records as text, in pieces of some tens of thousands of characters. The same records in the same
 * order always give the same text.
 *
 * @throws {OptionError} if the format is not text, or an option is not known.
 * @throws {InvalidArgumentError} if `batches` is not iterable; by the iteration, at a record that
 * no store would accept.
 *
 * @example
 * for await (const piece of stringifyRecords(store.list(), { format: 'geojson' })) process.stdout.write(piece);
 */
export function stringifyRecords(
  batches: RecordBatches,
  options: StringifyOptions,
): AsyncGenerator<string, undefined> {
  const { format, distanceOf } = checkOptionNames(options, ['format', 'distanceOf']);
  checkTextFormat(format);
  checkOptionTypes('function', { distanceOf });
  checkBatches(batches);
  return writePieces(batches, format, distanceOf);
}

/** @throws {InvalidArgumentError} if `batches` is not iterable. */
export function checkBatches(batches: RecordBatches): void {
  if (typeof batches === 'string' || !isIterable(batches)) {
    throw new InvalidArgumentError('batches', 'an iterable of arrays of records');
  }
}

async function* writePieces(
  batches: RecordBatches,
  format: TextFormat,
  distanceOf: StringifyOptions['distanceOf'],
): AsyncGenerator<string, undefined> {
  const { begin, write, end } = layoutOf(format, distanceOf);
  let piece = begin();
  let isFirst = true;
  for await (const batch of batches) {
    if (!Array.isArray(batch)) throw new InvalidArgumentError('batches', 'an iterable of arrays of records');
    for (let start = 0; start < batch.length; start += sliceLength) {
      const records = batch.slice(start, start + sliceLength);
      for (const record of records) checkWritten(record);
      piece += write(records, isFirst);
      isFirst = false;
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
  }
  piece += end;
  if (piece !== '') yield piece;
}

function layoutOf(format: TextFormat, distanceOf: StringifyOptions['distanceOf']): Layout {
  const writeOne = (record: LocationRecord) =>
    distanceOf ? stringifyFeature(record, distanceOf(record)) : writeFeature(record);
  switch (format) {
    case 'csv':
      return { begin: () => csvHeader, write: writeCsvRows, end: '' };
    case 'geojson':
      return brackets('{"type":"FeatureCollection","features":[', writeOne, '\n]}\n');
    case 'geojsonseq':
      return lines((record) => `\x1e${writeOne(record)}\n`);
    case 'ndjson':
      return lines((record) => `${writeOne(record)}\n`);
    case 'json':
      return brackets('[', ([id, location]) => `[${JSON.stringify(id)},${writeLocation(location)}]`, '\n]\n');
    case 'kml':
      return lines(writePlacemark, kmlFrame);
    case 'gpx':
      return lines(writeWaypoint, gpxFrame);
    case 'json-object':
      return brackets('{', ([id, location]) => `${JSON.stringify(id)}:${writeLocation(location)}`, '\n}\n');
  }
}

/** A record on each line, with commas between them. */
function brackets(start: string, writeOne: (record: LocationRecord) => string, end: string): Layout {
  return {
    begin: () => start,
    write: (records, isFirst) => {
      let text = '';
      for (const record of records) text += `,\n${writeOne(record)}`;
      return isFirst ? text.slice(1) : text;
    },
    end,
  };
}

function lines(
  writeOne: (record: LocationRecord) => string,
  [begin, end]: readonly [string, string] = ['', ''],
): Layout {
  const write = (records: readonly LocationRecord[]) => {
    let text = '';
    for (const record of records) text += writeOne(record);
    return text;
  };
  return { begin: () => begin, write, end };
}

/** The canonical form (D35). */
function writeLocation({ description, coordinates: { latitude, longitude } }: Location): string {
  const coordinates = `"coordinates":{"latitude":${JSON.stringify(latitude)},"longitude":${JSON.stringify(longitude)}}}`;
  return description === undefined
    ? `{${coordinates}`
    : `{"description":${JSON.stringify(description)},${coordinates}`;
}

const csvHeader = 'id,description,latitude,longitude\r\n';

/**
 * Writes the lines of some records. An absent description is an empty field, and an empty one is in quotes.
 */
function writeCsvRows(records: readonly LocationRecord[]): string {
  let text = '';
  for (const [id, { description, coordinates }] of records) {
    const described = description === undefined ? '' : writeField(description);
    // Faster than `String` for numbers that occur once, because V8 does not cache the texts.
    const [latitude, longitude] = [
      JSON.stringify(coordinates.latitude),
      JSON.stringify(coordinates.longitude),
    ];
    text += `${writeField(id)},${described},${latitude},${longitude}\r\n`;
  }
  return text;
}

/** Writes a field, in quotes if RFC 4180 requires them. */
function writeField(text: string): string {
  if (text !== '' && !/[",\r\n]/.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * Writes a record as a Feature (RFC 7946 section 3.2), always the same text for the same record.
 *
 * @param distance the distance from a point in metres, for a property of the Feature.
 * @throws {InvalidArgumentError} if no store would accept the record, or `distance` is not finite.
 */
export function stringifyFeature(record: LocationRecord, distance?: number): string {
  checkWritten(record);
  if (distance !== undefined && !Number.isFinite(distance)) {
    throw new InvalidArgumentError('distance', 'a finite number or undefined');
  }
  return writeFeature(record, distance);
}

/** Writes a record that has been checked. */
function writeFeature([id, { description, coordinates }]: LocationRecord, distance?: number): string {
  const { latitude, longitude } = coordinates;
  // Faster than `String` for numbers that occur once, because V8 does not cache the texts.
  const point = `[${JSON.stringify(longitude)},${JSON.stringify(latitude)}]`;
  const first = description === undefined ? '' : `"description":${JSON.stringify(description)}`;
  const second = distance === undefined ? '' : `${first && ','}"distance":${JSON.stringify(distance)}`;
  return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":{"type":"Point","coordinates":${point}},"properties":{${first}${second}}}`;
}

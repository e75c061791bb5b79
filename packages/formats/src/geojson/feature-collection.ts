import type { FormatError } from '../format-error.ts';
import { ByteWindow } from '../input/byte-window.ts';
import type { ElementKind } from '../json/element-kind.ts';
import { JsonCursor } from '../json/json-cursor.ts';
import { ElementReader } from '../json/json-elements.ts';
import { checkEnd, invalidAt } from '../json/json-whole.ts';
import { isMembers } from '../json/location.ts';
import { space, text } from '../json/next-element.ts';
import { brokenAt, decodeText, parseJson } from '../json/parse-json.ts';
import { broken, cut } from '../json/value-scanner.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { kindOf, quote, Refusal } from '../refusal.ts';
import { isLongitudeLatitude, nameOf } from './coordinate-system.ts';
import { readFeature } from './feature.ts';

const feature = `"type"${space}:${space}"Feature"`;

const featureStart = `(?:${feature}|"id"${space}:[^{}[\\]]*${feature})`;

/** What a Feature may begin with whose "type" comes later. */
const laterType =
  `(?:"id"${space}:${space}(?:${text}|[^"{}[\\],]*)${space},${space}|"bbox"${space}:${space}\\[[^"{}[\\]]*\\]${space},${space})*` +
  `"(?:geometry|properties)"${space}:${space}(?:\\{|null)`;

/** Members that a Feature begins with, and a FeatureCollection or another object in it seldom. */
const opening = `\\{${space}(?:${feature}|"(?:id|geometry|properties)"${space}:)`;

/** What is in front of a Feature where the coordinates of the one before have no end. */
const insideCoordinates = `(?:[\\d.eE+\\]-]${space},|"coordinates"${space}:${space}\\[)${space}`;

/** What a Feature begins with that is not a part of another one. */
const beginning = `(?:\\{${space}${featureStart}|(?<=[,}[]${space})\\{${space}${laterType})`;

/** Several Features behind a bracket that is one too many. */
const bracketed = `(?<=^\\[${space})${beginning}(?=[^]*?\\}${space},${space}${beginning})`;

const features: ElementKind = {
  container: 'FeatureCollection',
  part: 'value',
  opener: 0x7b,
  closer: 0x5d,
  opening: new RegExp(opening, 'y'),
  beginning,
  swallowed: new RegExp(`\\{(?<=${insideCoordinates}\\{)${space}${featureStart}|${bracketed}`, 'g'),
  bracketed: new RegExp(bracketed, 'g'),
  showsMissingBrackets: true,
  read: readFeature,
};

const [brace, closingBrace, bracket, comma, colon, quotationMark] = [0x7b, 0x7d, 0x5b, 0x2c, 0x3a, 0x22];

/** Reads a FeatureCollection (RFC 7946 section 3.3), feature by feature, or a Feature alone. */
export async function* readGeoJson(
  chunks: AsyncIterable<Uint8Array>,
  settings: ParseSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  const cursor = new JsonCursor(new ByteWindow(chunks));
  try {
    await cursor.begin();
    if ((await cursor.next()) !== brace) throw invalidAt(cursor, 'GeoJSON begins with "{"');
    yield* new CollectionReader(cursor, settings).entries();
  } finally {
    await cursor.window.close();
  }
}

/** Reads the members of the object that a GeoJSON file is. */
class CollectionReader {
  readonly #cursor: JsonCursor;
  readonly #settings: ParseSettings;
  /** The members beside `features`, which may be those of a Feature. */
  readonly #members: Record<string, unknown> = Object.create(null);
  #length = 0;
  #hasFeatures = false;

  constructor(cursor: JsonCursor, settings: ParseSettings) {
    this.#cursor = cursor;
    this.#settings = settings;
  }

  async *entries(): AsyncGenerator<readonly ParsedEntry[], undefined> {
    const cursor = this.#cursor;
    const { line, position: byte } = cursor;
    cursor.take();
    for (let next = await cursor.next(); next !== closingBrace; next = await this.#behindMember()) {
      const name = await this.#readName();
      if (name !== 'features') {
        await this.#readMember(name);
        continue;
      }
      if (this.#hasFeatures) throw invalidAt(cursor, 'there is "features" again');
      if ((await cursor.next()) !== bracket) throw invalidAt(cursor, '"features" is not an array');
      this.#hasFeatures = true;
      cursor.take();
      const reader = new ElementReader(cursor, features, this.#settings);
      yield* reader.entries();
      if (!reader.isClosed) return undefined;
    }
    cursor.take();
    const what = this.#checkType();
    await checkEnd(cursor, what);
    if (!this.#hasFeatures)
      yield [readFeature({ index: 1, line, byte }, { ...this.#members }, this.#settings)];
    return undefined;
  }

  /** Takes the name of a member and the colon behind it. */
  async #readName(): Promise<string> {
    const cursor = this.#cursor;
    if ((await cursor.next()) !== quotationMark) throw await this.#syntaxError('a name in quotes');
    const name = (await this.#readValue()) as string;
    if ((await cursor.next()) !== colon) throw await this.#syntaxError('":"');
    cursor.take();
    return name;
  }

  async #readMember(name: string): Promise<void> {
    if ((await this.#cursor.next()) === cut) throw await this.#syntaxError('a value');
    const value = await this.#readValue();
    this.#members[name] = value;
    const fault = faultOf(name, value);
    if (fault !== undefined) throw invalidAt(this.#cursor, ...fault);
  }

  /** Takes the next value and parses it. */
  async #readValue(): Promise<unknown> {
    const cursor = this.#cursor;
    const { position: start, window } = cursor;
    const { maxRecordLength } = this.#settings;
    for (let end = cursor.scan('value', Infinity); ; end = cursor.scanOn(Infinity)) {
      if (this.#length + cursor.scanned - start > maxRecordLength) {
        throw invalidAt(cursor, `what is beside "features" is longer than ${maxRecordLength} bytes`);
      }
      if (end === broken) throw invalidAt(cursor, brokenAt(cursor.scanner.expected, cursor.scanned).reason);
      if (end !== cut) break;
      window.release(start);
      if (!(await window.more()))
        throw invalidAt(cursor, 'the file ends inside this value', 'Is it cut off?');
    }
    try {
      const value = parseJson(decodeText(window.slice(start, cursor.scanned)));
      this.#length += cursor.scanned - start;
      cursor.takeScanned();
      return value;
    } catch (error) {
      if (error instanceof Refusal) throw invalidAt(cursor, error.reason);
      throw error;
    }
  }

  /** Takes a comma behind a member, and returns the next byte. */
  async #behindMember(): Promise<number> {
    const cursor = this.#cursor;
    const behind = await cursor.next();
    if (behind === closingBrace) return behind;
    if (behind !== comma) throw await this.#syntaxError('"," or "}"');
    cursor.take();
    const next = await cursor.next();
    if (next === closingBrace) throw await this.#syntaxError('a name in quotes');
    return next;
  }

  async #syntaxError(expected: string): Promise<FormatError> {
    const cursor = this.#cursor;
    if ((await cursor.next()) !== cut) return invalidAt(cursor, `not JSON: ${expected} should be here`);
    return invalidAt(cursor, 'the file ends before the FeatureCollection does', 'Is it cut off?');
  }

  /** @throws {FormatError} when the object is neither a FeatureCollection nor a Feature. */
  #checkType(): string {
    const { type } = this.#members;
    const expected = this.#hasFeatures ? 'FeatureCollection' : 'Feature';
    if (type === expected) return expected;
    if (type === 'FeatureCollection')
      throw invalidAt(this.#cursor, 'the FeatureCollection has no "features"');
    const found = type === undefined ? 'is missing' : `is ${quote(String(type))}`;
    throw invalidAt(
      this.#cursor,
      `"type" ${found}, not "${this.#hasFeatures ? expected : 'FeatureCollection'}"`,
    );
  }
}

/** Why a file with such a member cannot be read, and what to do. */
function faultOf(name: string, value: unknown): readonly [reason: string, advice?: string] | undefined {
  if (name === 'type' && value !== 'FeatureCollection' && value !== 'Feature') {
    const found = typeof value === 'string' ? quote(value) : kindOf(value);
    return [`"type" is ${found}, not "FeatureCollection"`, 'A record is a Feature with a Point.'];
  }
  if (name === 'crs' && !isLongitudeLatitude(value)) {
    const advice = 'Convert it first: ogr2ogr -t_srs EPSG:4326 converted.geojson original.geojson.';
    return [`the coordinates are in ${quote(nameOf(value) ?? 'an unknown system')}, not in WGS 84`, advice];
  }
  if (name === 'links' && Array.isArray(value) && value.some(isNext)) {
    const advice = 'Get all pages: /-/records?f=ndjson without a limit has every record.';
    return ['the file is one page of a longer collection: its "links" have a next page', advice];
  }
  return undefined;
}

function isNext(link: unknown): boolean {
  return isMembers(link) && String(link.rel).toLowerCase() === 'next';
}

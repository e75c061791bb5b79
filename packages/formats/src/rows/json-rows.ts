import { FormatError } from '../formats.ts';
import { EntryBatch } from '../input.ts';
import { isMembers, type Members } from '../json.ts';
import { findFault } from '../json-fault.ts';
import { JsonReader, readElements } from '../json-reader.ts';
import { kindOf, quote, type RecordPosition, Refusal, refuseRecord } from '../parsed-entry.ts';
import { openUtf8 } from './encoding.ts';
import { esriSystemOf, fieldsOfRecord, systemOf } from './json-fields.ts';
import { nextDocument, type Outline, Outliner } from './json-outline.ts';
import { isPage, totalOf } from './json-page.ts';
import { anyElement, anyMember, fieldsOfRow, findPlaces, isPair, type Place, wordsOf } from './json-place.ts';
import {
  type Fields,
  fieldsOf,
  type ReferenceSystem,
  type Row,
  type RowBatches,
  type RowEntry,
  type RowReader,
  type RowSettings,
  type RowSource,
} from './row.ts';

const recordSeparator = 0x1e;
const lineFeed = 0x0a;
const [openBracket, openBrace] = [0x5b, 0x7b];

/**
 * Reads any JSON: GeoJSON in all its forms, lists of objects or of pairs, objects of objects, tables and
 * columns, lines and sequences of them, Esri JSON, and answers of services with the list somewhere in them.
 *
 * Its first pass looks for the records, and ends when it has found some with coordinates.
 */
export const readJsonRows: RowReader = async function* (source, settings) {
  const outline = await readOutline(source, settings);
  const [place] = findPlaces(outline.documents, source.name);
  if (place === undefined) throw outline.fault ?? withoutRecords(outline.documents);
  yield* new Walker(source, settings, place, outline.isLines).read();
  return undefined;
};

async function readOutline(source: RowSource, settings: RowSettings): Promise<Outline> {
  const silent = { ...settings, note: () => {} };
  const json = new JsonReader(openUtf8(source, silent).chunks, settings, looseParser());
  try {
    await begin(json);
    const isEnough = (documents: readonly unknown[]) =>
      (findPlaces(documents, source.name)[0]?.rank ?? 0) >= 2;
    return await new Outliner(json, isEnough).read();
  } finally {
    await json.close();
  }
}

/** Matches what scripts have in front of JSON: comments, an assignment, a call, an export. */
const script =
  /^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*\n|\)\]\}',?)*(?:export\s+default\b|(?:export\s+)?(?:var|let|const)\s+[\w$]+\s*=|[\w$.[\]'"]+\s*=|[\w$.]+\s*(?=\())?\s*\(?\s*(?=[[{])/;

/** What the beginning of a file is. */
type Beginning = 'JSON' | 'script' | 'sequence';

/** Takes what is in front of the first document. */
async function begin(json: JsonReader): Promise<Beginning> {
  const first = await json.begin();
  if (first === undefined) throw new FormatError('FORMAT_INVALID', 'The file is empty.');
  if (first === recordSeparator) return 'sequence';
  if (first === openBracket || first === openBrace) return 'JSON';
  if ((await json.skip(script)) !== '') return 'script';
  throw json.fault('JSON of records begins with "[" or "{".');
}

/** Creates the error about a file without a list of records. */
function withoutRecords(documents: readonly unknown[]): FormatError {
  const [first] = documents;
  const { error, error_message, message } = isMembers(first) ? first : ({} as Members);
  const said = [error_message, isMembers(error) ? error.message : error, message].find(
    (text) => typeof text === 'string' && text !== '',
  );
  if (said !== undefined) {
    return new FormatError('FORMAT_INVALID', `The file is the error of a service: ${quote(said as string)}.`);
  }
  return new FormatError(
    'FORMAT_INVALID',
    'The JSON has no list of objects, and no object with coordinates.',
  );
}

/**
 * Creates a parser that reads `NaN` and `Infinity` as `null`, as Python and R write them.
 *
 * @param onRepair is called at the first of them.
 */
function looseParser(onRepair: (word: string) => void = () => {}): (text: string) => unknown {
  let isRepaired = false;
  return (text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      let word: string | undefined;
      const repaired = text.replace(/"(?:[^"\\]|\\.)*"|[+-]?\b(?:NaN|Infinity)\b/g, (found) => {
        if (found.startsWith('"')) return found;
        word ??= found;
        return 'null';
      });
      if (word === undefined) throw error;
      const value = JSON.parse(repaired);
      if (!isRepaired) onRepair(word);
      isRepaired = true;
      return value;
    }
  };
}

/** Walks to the records of all documents, and reads them. */
class Walker {
  readonly #settings: RowSettings;
  readonly #place: Place;
  readonly #isLines: boolean;
  readonly #name: string | undefined;
  readonly #text: ReturnType<typeof openUtf8>;
  readonly #json: JsonReader;
  readonly #notes = new Set<string>();
  #batch = new EntryBatch<RowEntry>();
  #index = 0;
  #hasHeader: boolean;
  #hasSystem = false;
  #isPage = false;
  #total = 0;

  constructor(source: RowSource, settings: RowSettings, place: Place, isLines: boolean) {
    this.#settings = settings;
    this.#place = place;
    this.#isLines = isLines;
    this.#name = source.name;
    this.#hasHeader = place.hasHeader === true;
    this.#text = openUtf8(source, settings);
    this.#json = new JsonReader(
      this.#text.chunks,
      settings,
      looseParser((word) => this.#note(`${word} is read as null`)),
    );
  }

  async *read(): RowBatches {
    try {
      const words = wordsOf(this.#place);
      if (words !== '' && words !== 'features') this.#note(`the records are in ${quote(words)}`);
      const beginning = await begin(this.#json);
      if (beginning === 'script') this.#note('the JSON in a script is read');
      yield* this.#readAll(beginning);
      this.#noteEnd();
    } catch (error) {
      if (!this.#batch.isEmpty) yield this.#batch.take();
      throw error;
    } finally {
      await this.#json.close();
    }
    if (!this.#batch.isEmpty) yield this.#batch.take();
  }

  async *#readAll(beginning: Beginning): RowBatches {
    const json = this.#json;
    const isRecord = this.#place.path.length === 0 && this.#place.form !== 'columns';
    if (isRecord && beginning === 'sequence') return yield* this.#readLines(recordSeparator);
    if (isRecord && this.#isLines) return yield* this.#readLines(lineFeed);
    let documents = 0;
    for (let byte = await nextDocument(json); byte !== undefined; byte = await nextDocument(json)) {
      if (byte !== openBracket && byte !== openBrace) {
        throw json.fault('the file continues after its last bracket. Is it damaged, or were files joined?');
      }
      if (++documents === 2 && !isRecord) this.#note('several documents of JSON follow each other');
      yield* this.#walk(this.#place.path, []);
    }
  }

  /** Reads a record from each line. One that is not JSON is refused, and the next one is read. */
  async *#readLines(separator: number): RowBatches {
    const json = this.#json;
    for (let byte = await json.next(); byte !== undefined; byte = await json.next()) {
      if (byte === recordSeparator) {
        json.take();
        continue;
      }
      const position = this.#position();
      await this.#add(position, async () => parseLine(await json.takeText(separator)));
      if (this.#batch.isFull) yield this.#batch.take();
    }
  }

  /** Walks on to the records in the value that is next. */
  async *#walk(path: Place['path'], above: readonly string[]): RowBatches {
    const [step, ...rest] = path;
    const json = this.#json;
    const byte = await json.next();
    if (step === undefined) return yield* this.#readRecord();
    if (byte !== (step === anyElement ? openBracket : openBrace)) return yield* this.#readOther(above);
    json.take();
    if (rest.length === 0 && step === anyElement) return yield* this.#readElements('value');
    if (rest.length === 0 && step === anyMember) return yield* this.#readElements('member');
    const closer = step === anyElement ? ']' : '}';
    if ((await json.next()) === closer.charCodeAt(0)) {
      json.take();
      return undefined;
    }
    do {
      if (step === anyElement) {
        yield* this.#walk(rest, above);
        continue;
      }
      const name = await json.takeName();
      if (name === step || step === anyMember) yield* this.#walk(rest, [...above, name]);
      else await this.#readBeside(name, above);
    } while (await json.takeSeparator(closer));
    return undefined;
  }

  async *#readElements(part: 'value' | 'member'): RowBatches {
    if (!this.#batch.isEmpty) yield this.#batch.take();
    const start = this.#index;
    yield* readElements<RowEntry>(this.#json, {
      part,
      read: (position, value, length) => {
        this.#index = start + position.index;
        return this.#rowOf(
          { ...this.#placed(position), index: this.#index },
          value,
          length,
          part === 'member',
        );
      },
    });
  }

  async *#readRecord(): RowBatches {
    const json = this.#json;
    await json.next();
    const position = this.#position();
    if (this.#place.form === 'columns') {
      const value = await json.read();
      yield* this.#readColumns(position, value as Members, json.position - (position.byte ?? 0));
      return;
    }
    await this.#add(position, () => json.read());
    if (this.#batch.isFull) yield this.#batch.take();
  }

  /** Reads the records of columns, which are in memory as a whole. */
  async *#readColumns(position: RecordPosition, columns: Members, length: number): RowBatches {
    const names = Object.keys(columns);
    const lists = Object.values(columns) as Readonly<Record<string, unknown>>[];
    const keys = Object.keys(lists[0] as object);
    const hasKeys = keys.some((key, index) => key !== String(index));
    for (const key of keys) {
      const fields = fieldsOfRow(
        lists.map((list) => list[key]),
        names,
      );
      if (hasKeys) fields.set('@key', key);
      const size = Math.ceil(length / keys.length);
      this.#batch.add({ ...position, index: ++this.#index, fields, length: size }, size);
      if (this.#batch.isFull) yield this.#batch.take();
    }
  }

  /** Adds the row of a record, or why it is refused. */
  async #add(position: RecordPosition, read: () => Promise<unknown>): Promise<void> {
    const json = this.#json;
    const start = json.position;
    let entry: RowEntry | undefined;
    const counted = { ...position, index: ++this.#index };
    try {
      const value = await read();
      entry = this.#rowOf(counted, value, json.position - start, false);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      entry = refuseRecord(counted, error);
    }
    if (entry !== undefined) this.#batch.add(entry, json.position - start);
  }

  #position(): RecordPosition {
    return this.#placed({ index: 0, line: this.#json.line, byte: this.#json.position });
  }

  /** Leaves the offset out if it is not that of the file. */
  #placed({ index, line, byte }: RecordPosition): RecordPosition {
    return this.#text.isTranscoded ? { index, line } : { index, line, byte };
  }

  #rowOf(position: RecordPosition, value: unknown, length: number, isMember: boolean): Row | undefined {
    if (this.#hasHeader) {
      this.#hasHeader = false;
      this.#index--;
      return undefined;
    }
    return { ...position, fields: this.#fieldsOf(value, isMember), length };
  }

  /** @throws {Refusal} if a value is no record. */
  #fieldsOf(value: unknown, isMember: boolean): Fields {
    const { form, names = [] } = this.#place;
    const takeSystem = (system: ReferenceSystem) => this.#takeSystem(system);
    if (isMember) {
      const [[key, record] = []] = Object.entries(value as Members);
      return new Map([['@key', key as unknown], ...fieldsOfRecord(record, takeSystem)]);
    }
    if (form === 'pair' && isPair(value)) return fieldsOf(value[1], new Map([['id', value[0]]]));
    if (form === 'table' && Array.isArray(value)) {
      if (value.length <= names.length) return fieldsOfRow(value, names);
      throw new Refusal('RFC 8259', `it has ${value.length} values, but the names are ${names.length}`);
    }
    if (form === 'object') return fieldsOfRecord(value, takeSystem);
    const expected = form === 'pair' ? 'a pair of identifier and object' : 'a list of values';
    throw new Refusal('RFC 8259', `it is ${kindOf(value)}, not ${expected}`);
  }

  /** Reads a member beside the records. */
  async #readBeside(name: string, above: readonly string[]): Promise<void> {
    const value = await new Outliner(this.#json).readValue();
    if (name === 'crs') this.#takeSystem(systemOf(value));
    if (name === 'spatialReference') this.#takeSystem(esriSystemOf(value));
    this.#isPage ||= isPage(name, value);
    this.#total = Math.max(this.#total, totalOf(name, value) ?? 0);
    this.#noteOthers(value, [...above, name]);
  }

  /** Notes other lists of records in a value. */
  #noteOthers(value: unknown, above: readonly string[]): void {
    for (const place of findPlaces([value], this.#name)) {
      const words = [above.join('.'), wordsOf(place)].join(place.path.length > 1 ? '.' : '');
      if (isWorthNote(place, this.#place))
        this.#note(`${quote(words)} has other records, which are left out`);
    }
  }

  /** Reads a value that has no records in the place of the others. */
  async *#readOther(above: readonly string[]): RowBatches {
    const position = this.#position();
    if (above.length > 0) {
      await new Outliner(this.#json).readValue();
      return undefined;
    }
    const reason = `it has no records in ${quote(wordsOf(this.#place))}, unlike what is before it`;
    await this.#add(position, async () => {
      await this.#json.read();
      throw new Refusal('RFC 8259', reason);
    });
  }

  #takeSystem(system: ReferenceSystem | undefined): void {
    if (system === undefined || this.#hasSystem) return;
    this.#hasSystem = true;
    this.#settings.system(system);
  }

  #noteEnd(): void {
    const count = this.#index;
    if (this.#total > count && count > 0) {
      this.#note(`the file is one page of a longer list: it has ${count} of ${this.#total} records`);
    } else if (this.#isPage) {
      this.#note('the file is one page of a longer list: get the other pages, too');
    }
  }

  #note(text: string): void {
    if (this.#notes.has(text)) return;
    this.#notes.add(text);
    this.#settings.note(text);
  }
}

/** Whether other records should be mentioned. */
function isWorthNote(other: Place, { rank }: Place): boolean {
  const isList = other.path.at(-1) === anyElement || other.path.at(-1) === anyMember;
  return isList && other.count > 0 && other.rank >= (rank >= 2 ? 2 : 0);
}

/** @throws {Refusal} if a line is not JSON. */
function parseLine(text: string): unknown {
  try {
    return looseParser()(text.replace(/,\s*$/, ''));
  } catch {
    const { problem = 'it is damaged', offset = 0 } = findFault(text) ?? {};
    throw new Refusal('RFC 8259', `not JSON: ${problem} (column ${offset + 1})`);
  }
}

import { FormatError, findFormat } from '../formats.ts';
import { EntryBatch } from '../input.ts';
import { isMembers, type Members } from '../json.ts';
import { invalidAt, JsonReader, readElements } from '../json-reader.ts';
import { kindOf, quote, type RecordPosition, Refusal, refuseRecord } from '../parsed-entry.ts';
import { openUtf8 } from './encoding.ts';
import { esriSystemOf, fieldsOfRecord, systemOf } from './json-fields.ts';
import { looseParser, parseLine } from './json-loose.ts';
import { nextDocument, type Outline, Outliner } from './json-outline.ts';
import { isPage, totalOf } from './json-page.ts';
import { anyElement, anyMember, fieldsOfRow, findPlaces, isPair, type Place, wordsOf } from './json-place.ts';
import {
  type FieldName,
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
 * Its first pass looks for the records. It ends soon if the file is GeoJSON, a list or lines.
 */
export const readJsonRows: RowReader = async function* (source, settings) {
  const outline = await readOutline(source, settings);
  const isFirstLineBroken = outline.fault !== undefined && outline.documents.length < 2;
  if (isFirstLineBroken && findFormat(source.name ?? '') === 'ndjson') {
    return yield* new Walker(source, settings, anyLine, true).read();
  }
  const [place] = findPlaces(outline.documents, source.name);
  if (place === undefined) throw outline.fault ?? withoutRecords(outline.documents);
  if (place.form === 'table' && place.names === undefined && settings.columns === undefined) {
    throw new FormatError('FORMAT_INVALID', withoutNames);
  }
  yield* new Walker(source, settings, place, outline.isLines).read();
  return undefined;
};

/** The records of a file of lines. */
const anyLine: Place = { path: [], form: 'object', rank: 0, count: 0 };

async function readOutline(source: RowSource, settings: RowSettings): Promise<Outline> {
  const silent = { ...settings, note: () => {} };
  const json = new JsonReader(openUtf8(source, silent).chunks, settings, looseParser());
  try {
    await begin(json);
    return await new Outliner(json, (documents) => isEnough(documents, source.name)).read();
  } finally {
    await json.close();
  }
}

/** Whether the rest of a file cannot have better records. */
function isEnough(documents: readonly unknown[], file: string | undefined): boolean {
  const [place] = findPlaces(documents, file);
  if (place === undefined || place.rank < 2) return false;
  const { path, rank } = place;
  return path.length <= 1 || (rank === 3 && path.length === 2 && path[0] === 'features');
}

/** Matches what scripts have in front of JSON: comments, an assignment, a call, an export. */
const script =
  /^(?:\s|\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*\n|\)\]\}',?)*(?:(?:export\s+default\b|(?:export\s+)?(?:var|let|const)\s+[\w$]+\s*=|[\w$.[\]'"]+\s*=|[\w$.]+\s*(?=\())\s*)?(?:\(\s*)?(?=[[{])/;

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

const withoutNames = 'The values in the lists have no names. Name them in their order with columns: […].';

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

/** Walks to the records of all documents, and reads them. */
class Walker {
  readonly #settings: RowSettings;
  readonly #place: Place;
  readonly #isLines: boolean;
  readonly #name: string | undefined;
  readonly #text: ReturnType<typeof openUtf8>;
  readonly #json: JsonReader;
  readonly #parse = looseParser((word) => this.#note(`${word} is read as null`));
  readonly #notes = new Set<string>();
  #batch = new EntryBatch<RowEntry>();
  #index = 0;
  #hasHeader: boolean;
  #hasSystem = false;
  #isPage = false;
  #total = 0;
  #group: string | undefined;

  constructor(source: RowSource, settings: RowSettings, place: Place, isLines: boolean) {
    this.#settings = settings;
    this.#place = place;
    this.#isLines = isLines;
    this.#name = source.name;
    this.#hasHeader = place.hasHeader === true;
    this.#text = openUtf8(source, settings);
    this.#json = new JsonReader(this.#text.chunks, settings, this.#parse);
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
      await this.#add(async () => parseLine(await json.takeText(separator), this.#parse));
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
    if (rest.length === 0 && typeof step === 'symbol') {
      this.#group = this.#groupOf(above);
      return yield* this.#readElements(step === anyElement ? 'value' : 'member');
    }
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
      if (step === anyMember || isNamed(step, name)) yield* this.#walk(rest, [...above, name]);
      else await this.#readBeside(name, above);
    } while (await json.takeSeparator(closer));
    return undefined;
  }

  async *#readElements(part: 'value' | 'member'): RowBatches {
    if (!this.#batch.isEmpty) yield this.#batch.take();
    yield* readElements<RowEntry>(this.#json, {
      part,
      place: (position) => this.#placed(position),
      read: (position, value, length) => this.#rowOf(position, value, length, part === 'member'),
    });
    return undefined;
  }

  /** Returns the names of the members that have the records, if there are several. */
  #groupOf(above: readonly string[]): string | undefined {
    const steps = this.#place.path.filter((step) => step !== anyElement);
    const names = above.filter((_, index) => typeof steps[index] === 'object');
    return names.length === 0 ? undefined : names.join('/');
  }

  async *#readRecord(): RowBatches {
    const json = this.#json;
    await json.next();
    if (this.#place.form === 'columns') return yield* this.#readColumns();
    await this.#add(() => json.read());
    if (this.#batch.isFull) yield this.#batch.take();
  }

  /** Reads the records of columns, which are in memory as a whole. */
  async *#readColumns(): RowBatches {
    const json = this.#json;
    const { line, position: byte } = json;
    const columns = (await this.#readWhole()) as Members;
    const length = json.position - byte;
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
      this.#batch.add({ ...this.#placed({ index: 0, line, byte }), fields, length: size }, size);
      if (this.#batch.isFull) yield this.#batch.take();
    }
    return undefined;
  }

  /** @throws {FormatError} if the value is too long. */
  async #readWhole(): Promise<unknown> {
    const { line, column } = this.#json;
    try {
      return await this.#json.read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw invalidAt(
        line,
        `columns are read as a whole, but ${error.reason}. Save a list of objects.`,
        column,
      );
    }
  }

  /** Adds the row of a record, or why it is refused. */
  async #add(read: () => Promise<unknown>): Promise<void> {
    const json = this.#json;
    const start = json.position;
    const position = this.#placed({ index: 0, line: json.line, byte: start });
    let entry: RowEntry | undefined;
    try {
      const value = await read();
      entry = this.#rowOf(position, value, json.position - start, false);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      entry = refuseRecord(position, error);
    }
    if (entry !== undefined) this.#batch.add(entry, json.position - start);
  }

  /** Counts a record. Leaves its offset out if it is not that of the file. */
  #placed({ line, byte }: RecordPosition): RecordPosition {
    const index = ++this.#index;
    return this.#text.isTranscoded ? { index, line } : { index, line, byte };
  }

  #rowOf(position: RecordPosition, value: unknown, length: number, isMember: boolean): Row | undefined {
    if (this.#hasHeader) {
      this.#hasHeader = false;
      this.#index--;
      return undefined;
    }
    const fields = this.#fieldsOf(value, isMember);
    if (this.#group !== undefined) fields.set('@group', this.#group);
    return { ...position, fields, length };
  }

  /** @throws {Refusal} if a value is no record. */
  #fieldsOf(value: unknown, isMember: boolean): Map<FieldName, unknown> {
    const { form, names = this.#settings.columns ?? [] } = this.#place;
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
    if (above.length > 0) {
      this.#noteOthers(await new Outliner(this.#json).readValue(), above);
      return undefined;
    }
    const reason = `it has no records in ${quote(wordsOf(this.#place))}, unlike what is before it`;
    await this.#add(async () => {
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
    } else if (this.#isPage && this.#total === 0) {
      this.#note('the file is one page of a longer list: get the other pages, too');
    }
  }

  #note(text: string): void {
    if (this.#notes.has(text)) return;
    this.#notes.add(text);
    this.#settings.note(text);
  }
}

function isNamed(step: Place['path'][number], name: string): boolean {
  return step === name || (typeof step === 'object' && step.has(name));
}

/** Whether other records should be mentioned. */
function isWorthNote({ path, rank, count }: Place, chosen: Place): boolean {
  const isList = path.at(-1) === anyElement ? count > 0 : path.at(-1) === anyMember && count > 1;
  return isList && rank >= (chosen.rank >= 2 ? 2 : 0);
}

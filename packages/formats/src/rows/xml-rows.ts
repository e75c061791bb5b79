import type { SAXParser } from 'sax';
import { FormatError } from '../formats.ts';
import { tooLong } from '../json-reader.ts';
import { Refusal, refuseRecord, shortened } from '../parsed-entry.ts';
import { unescapeText } from '../xml-text.ts';
import { decodeXml } from './decode-xml.ts';
import type { FieldName, Fields, RowBatches, RowEntry, RowSettings, RowSource } from './row.ts';

/** An element of XML. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /**
   * Its own text, without white space at its ends that is not in CDATA; `undefined` if it has none. An empty
   * CDATA is an empty text.
   */
  readonly text: string | undefined;
}

/** What a format takes of an XML document. */
export interface XmlFormat {
  /** Its name in messages. */
  readonly title: string;
  /** The names that its first element may have. */
  readonly roots: readonly string[];
  /** The names of the elements that `fieldsOf` gets, each with all that is in it. */
  readonly wholes: readonly string[];
  /** How many elements of some names there are outside of these. */
  readonly counts: Map<string, number>;
  /**
   * Returns the fields of a row, or `undefined` if the element is no row.
   *
   * @param parents those that are open, from the outermost, each with the children called `name`.
   * @throws {Refusal}
   */
  readonly fieldsOf: (element: XmlElement, parents: readonly XmlElement[]) => Fields | undefined;
}

/**
 * Reads the rows of an XML document piece by piece. Entities of a document type are not expanded.
 *
 * @throws {FormatError} by the iteration: `FORMAT_INVALID` if it is not well-formed, or another format.
 */
export async function* readXmlRows(source: RowSource, settings: RowSettings, format: XmlFormat): RowBatches {
  const { default: sax } = await import('sax');
  const rows = new XmlRows(sax.parser(true, { position: true }), format, settings);
  for await (const text of decodeXml(source, settings)) {
    const fault = rows.read(text);
    const batch = rows.take();
    if (batch.length > 0) yield batch;
    if (fault) throw fault;
  }
  const fault = rows.end();
  if (fault) throw fault;
}

/** How deep elements may be nested, how many a row may have, and how much is kept of the name of a folder. */
const [maxDepth, maxElements, maxName] = [2000, 100_000, 1000] as const;
const tooMany = new Refusal('maxRecordLength', `it has more than ${maxElements} elements`);

/** An element that has begun. */
interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string | undefined;
  /** The beginning and the end of what is in CDATA, in its text. */
  exact?: readonly [number, number];
}

/** An element that is collected with all that is in it. */
interface Whole {
  readonly element: OpenElement;
  readonly line: number;
  /** The position of its first character. */
  readonly start: number;
  /** Why it cannot be a row. */
  refusal: Refusal | undefined;
}

/** Collects rows from what a parser of XML meets. */
class XmlRows {
  readonly #parser: SAXParser;
  readonly #format: XmlFormat;
  readonly #settings: RowSettings;
  readonly #open: OpenElement[] = [];
  #rows: RowEntry[] = [];
  #index = 0;
  /** The line on which the last element begins. */
  #line = 1;
  #whole: Whole | undefined;
  #hasRoot = false;
  /** How many elements there are in {@link #whole}. */
  #elements = 0;
  #looseAmpersands = 0;

  constructor(parser: SAXParser, format: XmlFormat, settings: RowSettings) {
    this.#parser = parser;
    this.#format = format;
    this.#settings = settings;
    parser.onopentagstart = () => {
      this.#line = parser.line + 1;
    };
    parser.onopentag = ({ name, attributes }) =>
      this.#begin(name.replace(/^.*:/, ''), attributes as Record<string, string>);
    parser.onclosetag = () => this.#end();
    parser.ontext = (text) => this.#add(text);
    parser.onopencdata = () => this.#markExact();
    parser.oncdata = (text) => this.#add(text);
    parser.onclosecdata = () => this.#markExact();
    parser.onerror = (error) => {
      // A loose "&" stays as it is written, unless the parser would take a tag behind it for text.
      if (!isLooseAmpersand(error) || error.message.endsWith('Char: <')) throw error;
      this.#looseAmpersands++;
      parser.resume();
    };
  }

  /** Reads on. Returns the fault at which the document ends. */
  read(text: string): FormatError | undefined {
    return this.#try(() => this.#parser.write(text));
  }

  /** Ends the document. Returns what is missing. */
  end(): FormatError | undefined {
    const fault = this.#try(() => this.#parser.close());
    if (fault) return fault;
    const { title } = this.#format;
    if (!this.#hasRoot) return new FormatError('FORMAT_INVALID', `The file is empty, and not ${title}.`);
    const loose = this.#looseAmpersands;
    const words =
      loose === 1 ? '"&" is not written as "&amp;", and is' : '"&" are not written as "&amp;", and are';
    if (loose > 0) this.#settings.note(`${loose} ${words} kept as ${loose === 1 ? 'it is' : 'they are'}`);
    return undefined;
  }

  /** Returns the rows since the last call. */
  take(): readonly RowEntry[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #try(act: () => void): FormatError | undefined {
    try {
      act();
      return undefined;
    } catch (error) {
      if (error instanceof FormatError) return error;
      const { line, column } = this.#parser;
      const place = `Line ${line + 1}, column ${column}`;
      const words = describeFault(error as Error, this.#open.at(-1)?.name);
      return new FormatError('FORMAT_INVALID', `${place}: ${words}.`, { cause: error });
    }
  }

  #begin(name: string, attributes: Record<string, string>): void {
    const { title, roots, wholes, counts } = this.#format;
    if (!this.#hasRoot && !roots.includes(name)) {
      throw new FormatError(
        'FORMAT_INVALID',
        `The file is not ${title}: its first element is <${shortened(name)}>.`,
      );
    }
    this.#hasRoot = true;
    if (this.#open.length >= maxDepth) {
      throw new FormatError(
        'FORMAT_INVALID',
        `The elements of the file are nested more than ${maxDepth} deep.`,
      );
    }
    const element: OpenElement = { name, attributes, children: [], text: undefined };
    if (this.#whole) {
      this.#checkLength(this.#whole);
      if (++this.#elements > maxElements) this.#refuse(this.#whole, tooMany);
      if (!this.#whole.refusal) this.#open.at(-1)?.children.push(element);
    } else if (wholes.includes(name)) {
      const start = this.#parser.startTagPosition;
      this.#elements = 0;
      this.#whole = { element, line: this.#line, start, refusal: undefined };
    } else if (counts.has(name)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    this.#open.push(element);
  }

  #add(text: string): void {
    const element = this.#keptElement();
    if (!element) return;
    if (!this.#whole && (element.text?.length ?? 0) > maxName) return;
    element.text = (element.text ?? '') + text;
    if (!this.#whole) return;
    this.#checkLength(this.#whole);
    if (!text.isWellFormed()) this.#refuse(this.#whole, notUtf8);
  }

  /** The text since the first beginning of CDATA stays as it is. */
  #markExact(): void {
    const element = this.#keptElement();
    if (!element) return;
    element.text ??= '';
    const { length } = element.text;
    element.exact = [element.exact?.[0] ?? length, length];
  }

  /** Returns the innermost element if its text is needed. */
  #keptElement(): OpenElement | undefined {
    const element = this.#open.at(-1);
    const isKept = this.#whole ? this.#whole.refusal === undefined : element?.name === 'name';
    return isKept ? element : undefined;
  }

  #checkLength(whole: Whole): void {
    const { maxRecordLength } = this.#settings;
    if (this.#parser.position - whole.start > maxRecordLength) this.#refuse(whole, tooLong(maxRecordLength));
  }

  /** Keeps no more of a row than its place. */
  #refuse(whole: Whole, refusal: Refusal): void {
    whole.refusal ??= refusal;
    whole.element.children.length = 0;
  }

  #end(): void {
    const element = this.#open.pop();
    if (!element) return;
    element.text = finishText(element);
    if (element === this.#whole?.element) this.#addRow(this.#whole);
    else if (!this.#whole && element.name === 'name') this.#open.at(-1)?.children.push(element);
  }

  #addRow({ element, line, start, refusal }: Whole): void {
    this.#whole = undefined;
    const position = { index: this.#index + 1, line };
    try {
      if (refusal) throw refusal;
      const fields = this.#format.fieldsOf(element, this.#open);
      if (fields === undefined) return;
      this.#rows.push({ ...position, fields, length: this.#parser.position - start + 1 });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#rows.push(refuseRecord(position, error));
    }
    this.#index++;
  }
}

function isLooseAmpersand({ message }: Error): boolean {
  return /^Invalid character.* entity/.test(message);
}

function describeFault(error: Error, open: string | undefined): string {
  const [problem = ''] = error.message.split('\n', 1);
  if (problem === 'Unclosed root tag') return `the file is cut off within <${shortened(open ?? '')}>`;
  if (isLooseAmpersand(error)) return 'the XML is not well-formed: write "&" as "&amp;"';
  return `the XML is not well-formed: ${shortened(problem.replace(/\.$/, ''))}`;
}

const notUtf8 = new Refusal('D24', 'it is not UTF-8', 'save the file as UTF-8');

/** Trims what is not in CDATA. */
function finishText({ text, exact }: OpenElement): string | undefined {
  if (text === undefined) return undefined;
  const [start, end] = exact ?? [text.length, text.length];
  const before = text.slice(0, start).replace(/^[ \t\n]+/, '');
  if (exact) return unescapeText(before + text.slice(start, end) + withoutEnd(text.slice(end)));
  return before === '' ? undefined : unescapeText(withoutEnd(before));
}

/** White space of XML alone: others, such as no-break spaces, belong to the text. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n'.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Finds the first child with a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** Adds a field, unless there is no value, or the name is taken. */
export function addField(fields: Map<FieldName, unknown>, name: FieldName, value: unknown): void {
  if (value !== undefined && !fields.has(name)) fields.set(name, value);
}

/** Adds the texts in an element under its name; names of inner elements follow after a dot. */
export function addLeaves(fields: Map<FieldName, unknown>, element: XmlElement, name = element.name): void {
  addField(fields, name, element.text);
  for (const child of element.children) addLeaves(fields, child, `${name}.${child.name}`);
}

/** Leaves out a name that repeats the identifier, as in what this package writes: it describes nothing. */
export function dropRepeatedName(fields: Map<FieldName, unknown>): void {
  if (fields.get('name') === fields.get('id')) fields.delete('name');
}

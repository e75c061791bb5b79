import { FormatError } from '../formats.ts';
import { isMembers } from '../json.ts';
import type { JsonReader } from '../json-reader.ts';
import { Refusal } from '../parsed-entry.ts';

/** A value with at most so many bytes is in the outline as a whole. */
const maxValueLength = 2 ** 16;

/** Longer arrays and objects are in the outline with so many elements and members. */
export const sampleSize = 20;
const maxMembers = 500;
const maxDepth = 8;

/** The beginning of everything in a file, with bounded memory. */
export interface Outline {
  /** The values that follow each other in the file: usually one. */
  readonly documents: readonly unknown[];
  /** Whether each document is on its own line. */
  readonly isLines: boolean;
  /** Why the rest of the file is missing. */
  readonly fault: FormatError | undefined;
}

/** Reads an outline of documents, until `isEnough` says that what it has will do. */
export class Outliner {
  readonly #json: JsonReader;
  readonly #isEnough: (documents: readonly unknown[]) => boolean;
  readonly #documents: unknown[] = [];

  constructor(json: JsonReader, isEnough: (documents: readonly unknown[]) => boolean = () => false) {
    this.#json = json;
    this.#isEnough = isEnough;
  }

  /** Reads up to 20 documents. */
  async read(): Promise<Outline> {
    const json = this.#json;
    let isLines = true;
    let fault: FormatError | undefined;
    let end: number | undefined;
    try {
      while ((await nextDocument(json)) !== undefined) {
        if (this.#documents.length >= sampleSize) break;
        const { line } = json;
        if (line === end) isLines = false;
        await this.#take(0, (value) => this.#documents.push(value));
        end = json.line;
        if (end !== line) isLines = false;
      }
    } catch (error) {
      if (error instanceof FormatError) fault = error;
      else if (error !== enough) throw error;
    }
    return { documents: this.#documents, isLines: isLines && this.#documents.length > 1, fault };
  }

  /** Takes a value, and returns its outline. */
  async readValue(): Promise<unknown> {
    let value: unknown;
    await this.#take(1, (found) => {
      value = found;
    });
    return value;
  }

  /** Gives `keep` the outline of a value before the value is taken, because an end may come in it. */
  async #take(depth: number, keep: (value: unknown) => void): Promise<void> {
    const json = this.#json;
    const short = await json.readShort(maxValueLength);
    if (short !== undefined) return keep(short.value);
    const byte = await json.next();
    if (byte === 0x7b) {
      const members: Record<string, unknown> = Object.create(null);
      keep(members);
      await this.#takeMembers(members, depth);
    } else if (byte === 0x5b) {
      const elements: unknown[] = [];
      keep(elements);
      await this.#takeElements(elements, depth);
    } else {
      keep(await readScalar(json));
    }
  }

  async #takeMembers(members: Record<string, unknown>, depth: number): Promise<void> {
    const json = this.#json;
    json.take();
    if ((await json.next()) === 0x7d) return json.take();
    let count = 0;
    do {
      if (count >= maxMembers || depth >= maxDepth) {
        await json.skipRest();
        continue;
      }
      const name = await json.takeName();
      await this.#take(depth + 1, (value) => {
        members[name] = value;
      });
      if (++count === sampleSize) this.#check();
    } while (await json.takeSeparator('}'));
  }

  async #takeElements(elements: unknown[], depth: number): Promise<void> {
    const json = this.#json;
    json.take();
    if ((await json.next()) === 0x5d) return json.take();
    do {
      if (elements.length >= sampleSize || depth >= maxDepth) {
        this.#check();
        await json.skipRest();
        continue;
      }
      await this.#take(depth + 1, (value) => elements.push(value));
    } while (await json.takeSeparator(']'));
  }

  #check(): void {
    if (this.#isEnough(this.#documents)) throw enough;
  }
}

/** Thrown when the outline will do. */
const enough = Symbol('enough');

/** Returns a text, a number or a word; `undefined` if it is not UTF-8 or too long. */
async function readScalar(json: JsonReader): Promise<unknown> {
  try {
    return await json.read();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** What may be between two documents: a record separator, a comma, and the end of a script. */
const betweenDocuments: readonly (number | undefined)[] = [0x1e, 0x2c, 0x29, 0x3b];

/** Finds the first byte of the next document, without taking it. `undefined` at the end of the file. */
export async function nextDocument(json: JsonReader): Promise<number | undefined> {
  let byte = await json.next();
  while (betweenDocuments.includes(byte)) {
    json.take();
    byte = await json.next();
  }
  return byte;
}

/** Returns the objects among the first values. */
export function objectsIn(values: readonly unknown[]): readonly Readonly<Record<string, unknown>>[] {
  return values.slice(0, sampleSize).filter(isMembers);
}

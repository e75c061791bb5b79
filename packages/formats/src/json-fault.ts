import { shortened } from './parsed-entry.ts';

/** Where and why a text is not JSON. */
interface JsonFault {
  /** The index in the text. */
  readonly offset: number;
  /** As a phrase: `a comma is before a closing bracket`. */
  readonly problem: string;
}

const space = /[ \t\r\n]*/y;
const word = /[^\s,:[\]{}"']+/y;
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy;
const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Finds the first fault of a text that is not JSON, and says it in plain words. */
export function findFault(text: string): JsonFault | undefined {
  const scanner = new Scanner(text);
  try {
    scanner.takeValue();
    scanner.takeEnd();
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    if (fault instanceof RangeError) return { offset: 0, problem: 'it is nested too deeply' };
    throw fault;
  }
}

class Fault implements JsonFault {
  readonly offset: number;
  readonly problem: string;

  constructor(offset: number, problem: string) {
    this.offset = offset;
    this.problem = problem;
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  takeValue(): void {
    const next = this.#next();
    if (next === '{') this.#takeAll('}', () => this.#takeMember());
    else if (next === '[') this.#takeAll(']', () => this.takeValue());
    else if (next === '"') this.#takeString();
    else this.#takeScalar();
  }

  takeEnd(): void {
    const next = this.#next();
    if (next !== undefined) throw this.#fault(`${name(next)} is behind the value`);
  }

  #takeMember(): void {
    if (this.#next() !== '"') this.#refuseName();
    this.#takeString();
    if (this.#next() !== ':') throw this.#fault('a colon should be here, after the name');
    this.#at++;
    this.takeValue();
  }

  #takeAll(closer: string, take: () => void): void {
    this.#at++;
    if (this.#next() !== closer) {
      for (;;) {
        take();
        const next = this.#next();
        if (next === closer) break;
        if (next === undefined) throw this.#cut();
        if (next !== ',') throw this.#fault(`a comma or ${closer} should be here, not ${name(next)}`);
        this.#at++;
        const following = this.#next();
        if (following === ']' || following === '}') throw this.#fault('a comma is before a closing bracket');
      }
    }
    this.#at++;
  }

  #takeString(): void {
    this.#take(string);
    const next = this.#text[this.#at];
    if (next === '"') this.#at++;
    else if (next === undefined) throw this.#cut();
    else if (next === '\\') throw this.#fault('a backslash in a text should be two');
    else throw this.#fault('a text has a line end or a control character, or its last quote is missing');
  }

  #takeScalar(): void {
    const start = this.#at;
    const found = this.#take(word);
    if (scalar.test(found)) return;
    this.#at = start;
    const next = this.#text[start];
    if (next === undefined) throw this.#cut();
    if (next === "'") throw this.#fault('a text is in single quotes instead of double quotes');
    if (found === '') throw this.#fault(`${name(next)} is here instead of a value`);
    if (/^(?:\/[/*]|#)/.test(found)) throw this.#fault('a comment is here, which JSON does not have');
    if (/^(?:NaN|[+-]?Infinity|undefined|None)$/.test(found)) {
      throw this.#fault(`${found} is not a value of JSON: write null`);
    }
    if (/^(?:True|False)$/.test(found)) throw this.#fault(`${found} should be ${found.toLowerCase()}`);
    if (/^[-+.\d]/.test(found)) throw this.#fault(`${shortened(found)} is not a number as JSON writes it`);
    throw this.#fault(`${shortened(found)} has no quotes`);
  }

  #refuseName(): never {
    const next = this.#text[this.#at];
    if (next === undefined) throw this.#cut();
    if (next === "'") throw this.#fault('a name is in single quotes instead of double quotes');
    const start = this.#at;
    const found = this.#take(word);
    this.#at = start;
    if (/^(?:\/[/*]|#)/.test(found)) throw this.#fault('a comment is here, which JSON does not have');
    if (found !== '') throw this.#fault(`the name ${shortened(found)} has no quotes`);
    throw this.#fault(`${name(next)} is here instead of a name`);
  }

  /** Finds the next character that is not white space. */
  #next(): string | undefined {
    this.#take(space);
    return this.#text[this.#at];
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #cut(): Fault {
    return this.#fault('it is cut off, or a bracket or a quote is missing');
  }

  #fault(problem: string): Fault {
    return new Fault(this.#at, problem);
  }
}

const names: Readonly<Record<string, string>> = {
  ',': 'a comma',
  ':': 'a colon',
  '"': 'a quote',
  '{': 'a brace {',
  '[': 'a bracket [',
};

function name(character: string): string {
  return names[character] ?? character;
}

import type { InspectOptions } from '../../src/inspection.ts';

/**
 * What one record of a file must be: identifier, description, latitude and longitude. An expression stands for
 * any text that it matches, such as an identifier that is made by a rule.
 */
export type ExpectedRecord = readonly [
  id: string | RegExp,
  description: string | RegExp | undefined,
  latitude: number,
  longitude: number,
];

/** A file as a program writes it, with made-up rows, and what a person would call right. */
export interface Shape {
  /** The program or the publisher. */
  readonly from: string;
  /** What is special about the file. */
  readonly what: string;
  /** The name of the file. */
  readonly file: string;
  readonly content: string | Uint8Array;
  readonly options?: InspectOptions;
  /** All records that must be imported, in the order of the file. */
  readonly records?: readonly ExpectedRecord[];
  /** How many rows must be named as not imported. */
  readonly refused?: number;
  /** How far converted coordinates may be off, in degrees. */
  readonly within?: number;
  /** What must be said if nothing of the file may be imported. */
  readonly fault?: RegExp;
  /** What must be said besides. */
  readonly notes?: RegExp;
}

/** An identifier that is made from this name, with a number if it repeats. */
export function slug(name: string): RegExp {
  return new RegExp(`^${name}(-\\d+)?$`, 'i');
}

/** An identifier that is made by any rule. */
export const made = /^\S.*$/;

/** A description that nobody would miss, or that is right with several texts. */
export const anything = /^/;

const halfAsBytes: Readonly<Record<string, number>> = {
  ä: 0xe4,
  ö: 0xf6,
  ü: 0xfc,
  é: 0xe9,
  è: 0xe8,
  ñ: 0xf1,
};

/** Encodes a text as Windows-1252. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => halfAsBytes[character] ?? character.charCodeAt(0));
}

/** Encodes a text as UTF-16 with a byte order mark, as spreadsheets write "Unicode text". */
export function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, true);
  for (let index = 0; index < text.length; index++)
    view.setUint16(2 + index * 2, text.charCodeAt(index), true);
  return bytes;
}

/** Joins cells with tabs and lines with line feeds. */
export function tabbed(...rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.join('\t')}\n`).join('');
}

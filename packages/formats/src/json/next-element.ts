/** White space of JSON. The pattern is used on bytes as Latin-1, where `\s` would have parts of other characters. */
export const space = '[ \\t\\r\\n]*';

/** Whether a byte is white space of JSON. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** What is between the quotes of a text, a text in quotes, and the beginning of a Location. */
export const character = '(?:[^"\\\\\\r\\n]|\\\\.)';
export const text = `"${character}*"`;
export const locationStart = `\\{${space}"(?:coordinates|description)"`;

/** How a broken element stands in its file. */
export interface BrokenPlace {
  /** How many bytes are in front of it on its line. */
  readonly column: number;
  /** Whether it is the first one on its line. */
  readonly beginsLine: boolean;
  /** Whether the good elements before it have a line each. */
  readonly isOnOneLine: boolean;
}

/**
 * The pattern of where to go on behind a broken element: where a line has something in the same column, which is the
 * next element, or a closing bracket further left; and where something within a line looks like an element.
 *
 * @param closer the bracket that ends what holds the elements.
 * @param beginning the pattern of the beginning of an element.
 */
export function nextElement(place: BrokenPlace, closer: number, beginning: string): RegExp {
  const { column, beginsLine, isOnOneLine } = place;
  // Without indentation, the next line may as well be inside of the element.
  if (!beginsLine || (column === 0 && !isOnOneLine)) return new RegExp(beginning, 'g');
  const elementInColumn = `(?<=^[ \\t,]{${column}})[^ \\t\\r\\n,\\]}]`;
  const closed = `\\${String.fromCharCode(closer)}`;
  const closerFurtherLeft = `(?<=^[ \\t]{0,${isOnOneLine ? column : column - 1}})${closed}`;
  return new RegExp(`${elementInColumn}|${closerFurtherLeft}|${beginning}`, 'gm');
}

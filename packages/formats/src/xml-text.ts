/**
 * The characters that XML 1.0 cannot hold, as four hexadecimal digits: control characters, U+FFFE and U+FFFF.
 */
const unwritable = '00(?:0[0-8BCEF]|1[0-9A-F])|FFF[EF]';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
const unwritableCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Matches an underscore that would begin an escape. */
const ambiguous = new RegExp(`_(?=x(?:${unwritable}|005F))`, 'g');

const escapes = new RegExp(`_x(?:(${unwritable})_|005F_(?=x(?:${unwritable}|005F)))`, 'g');

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/**
 * Writes a text as the content of an element. {@link unescapeText} returns it from what a reader of XML gives.
 *
 * - Characters that XML cannot hold are written as Office Open XML writes them: `_x0001_`.
 * - White space at the ends, and an empty text, are in CDATA, which keeps them from readers that trim.
 */
export function writeText(text: string): string {
  if (/^[\w.:/-]+$/.test(text) && !text.includes('_x')) return text;
  const escaped = text
    .replace(ambiguous, '_x005F_')
    .replace(unwritableCharacters, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase();
      return `_x${code.padStart(4, '0')}_`;
    })
    .replace(/[&<>\r]/g, (character) => markup[character] as string);
  const start = escaped.search(/[^ \t\n]/);
  if (start === -1) return `<![CDATA[${escaped}]]>`;
  let end = escaped.length;
  while (isSpace(escaped[end - 1])) end--;
  return `${inCdata(escaped.slice(0, start))}${escaped.slice(start, end)}${inCdata(escaped.slice(end))}`;
}

function inCdata(space: string): string {
  return space && `<![CDATA[${space}]]>`;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n';
}

/** Returns the characters that {@link writeText} has escaped. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(escapes, (_, code: string | undefined) =>
    code === undefined ? '_' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

import type { FieldName } from '../rows/row.ts';

/** So much of a name is judged. */
const mostLetters = 200;

/**
 * Splits the name of a field into lower-case words without accents: `geo_point_2d` into `geo`, `point`, `2d`;
 * `decimalLatitude` into `decimal`, `latitude`; `Latitude (WGS84)` into `latitude`, `wgs84`. The member
 * `value` of an object says nothing: `itemLabel.value` becomes `item`, `label`.
 */
export function wordsOf(name: FieldName): readonly string[] {
  return name
    .slice(0, mostLetters)
    .replace(/(?<=.)\.value$/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}$#]+/u)
    .filter((word) => word !== '');
}

/** Returns the words of a text with spaces between them. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** So many fields that most rows lack are judged: in a hostile file, each row may have others. */
const mostRare = 100;

/** Returns the names of the fields of some rows, in the order in which they come: all but the rarest of many. */
export function fieldNames(
  rows: readonly { readonly fields: ReadonlyMap<FieldName, unknown> }[],
): FieldName[] {
  const counts = new Map<FieldName, number>();
  for (const { fields } of rows) {
    for (const name of fields.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rare = [...counts].filter(([, count]) => 2 * count < rows.length);
  const rarest = rare.sort(([, one], [, other]) => other - one).slice(mostRare);
  for (const [name] of rarest) counts.delete(name);
  return [...counts.keys()];
}

/**
 * Returns the text of a value; `undefined` if it has none: white space, `null`, a list, an object, or an
 * integer that `JSON.parse` has rounded.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  }
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

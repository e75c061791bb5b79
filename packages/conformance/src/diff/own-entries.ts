import { jsonValue } from './json-values.ts';

/**
 * A JSON array with only the elements that contain `id`, each as written, without the white space between them. They
 * are sorted by their values if `isSorted`. A text that is not a whole array stays unchanged.
 */
export function ownEntries(text: string, id: string, isSorted: boolean): string {
  const [, before = '', inside, after = ''] = /^(\s*)\[(.*)\](\s*)$/s.exec(text) ?? [];
  if (inside === undefined) return text;
  const own = splitElements(inside).filter((element) => element.includes(id));
  return `${before}[${(isSorted ? sorted(own) : own).join(',')}]${after}`;
}

/** The same values are sorted alike, in any notation. */
function sorted(elements: readonly string[]): readonly string[] {
  const keyed = elements.map((element) => {
    const value = jsonValue(element);
    return { element, key: typeof value === 'symbol' ? element : JSON.stringify(value) };
  });
  return keyed
    .toSorted((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ element }) => element);
}

/** The elements of an array as written. */
function splitElements(inside: string): readonly string[] {
  if (inside.trim() === '') return [];
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of inside.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/gs)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    else if (token === ',' && depth === 0) {
      elements.push(inside.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...elements, inside.slice(start).trim()];
}

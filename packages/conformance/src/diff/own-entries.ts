/**
 * The text of a JSON array without the elements that have nothing to do with `id`, each of the others exactly as it
 * was written; in the order of their text when `isSorted`. A text that is no array, or not whole, stays as it is.
 */
export function ownEntries(text: string, id: string, isSorted: boolean): string {
  const elements = splitArray(text);
  if (!elements) return text;
  const own = elements.filter((element) => element.includes(id));
  return `[${(isSorted ? own.sort() : own).join(',')}]`;
}

/** The elements of an array as they are written, with the white space around them. */
function splitArray(text: string): string[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined;
  const inside = text.slice(1, -1);
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of inside.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/gs)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    else if (token === ',' && depth === 0) {
      elements.push(inside.slice(start, index));
      start = index + 1;
    }
  }
  return inside === '' ? [] : [...elements, inside.slice(start)];
}

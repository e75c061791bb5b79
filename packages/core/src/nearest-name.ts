import { InvalidArgumentError } from './errors.ts';

/** A whole page of text is not a typing mistake. */
const maxLength = 100;

/**
 * The name that was probably meant by a text that is not one: the one that takes the fewest letters added, removed, changed
 * or swapped with their neighbours. One is allowed, and two where both have five letters or more. A name of one letter is not like another.
 * Capitals and punctuation do not count.
 *
 * @throws {InvalidArgumentError} when `text` is not a string, or `names` is not an array.
 *
 * @example
 * nearestName('bobx', ['bbox', 'near']); // 'bbox'
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  if (typeof text !== 'string') throw new InvalidArgumentError('text', 'a string');
  if (!Array.isArray(names)) throw new InvalidArgumentError('names', 'an array');
  const letters = lettersOf(text.slice(0, maxLength));
  if (letters === '') return undefined;
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const wanted = lettersOf(name);
    if (wanted.length < 2 && wanted !== letters) continue;
    const distance = distanceBetween(letters, wanted);
    const allowed = Math.min(letters.length, wanted.length) < 5 ? 1 : 2;
    if (distance <= allowed && distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The optimal string alignment distance. */
function distanceBetween(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const changed = at(last, column - 1) + (isSame ? 0 : 1);
      let least = Math.min(changed, at(last, column) + 1, at(current, column - 1) + 1);
      if (row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, at(beforeLast, column - 2) + 1);
      }
      current.push(least);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[] | undefined, column: number): number {
  return row?.[column] ?? Number.POSITIVE_INFINITY;
}

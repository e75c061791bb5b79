/**
 * The most likely of `names` for a mistyped `text`: the nearest by letters missing, added, changed or swapped, or the only
 * one that begins with it. Case and punctuation do not count.
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(text);
  if (letters === '') return undefined;
  const limit = letters.length < 5 ? 1 : 2;
  let nearest: string | undefined;
  let least = limit + 1;
  for (const name of names) {
    const distance = distanceBetween(letters, lettersOf(name));
    if (distance < least) [nearest, least] = [name, distance];
  }
  if (nearest !== undefined) return nearest;
  const longer = names.filter((name) => lettersOf(name).startsWith(letters));
  return longer.length === 1 ? longer[0] : undefined;
}

function lettersOf(text: string): string {
  // A whole page of text is not a typing mistake.
  return text
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
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

/** The most likely of `names` for a mistyped or shortened `text`: the nearest one, or the only one that begins with it. */
export function meantName(text: string, names: readonly string[]): string | undefined {
  const nearest = nearestName(text, names);
  const letters = lettersOf(text);
  if (nearest !== undefined || letters === '') return nearest;
  const longer = names.filter((name) => lettersOf(name).startsWith(letters));
  return longer.length === 1 ? longer[0] : undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** A whole page of text is not a typing mistake. */
const maxLength = 100;

/** The name at the least edit distance: 1, or 2 for names of five letters or more. */
function nearestName(text: string, names: readonly string[]): string | undefined {
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

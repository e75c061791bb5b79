/**
 * Finds the name that is closest to a mistyped one: at most one letter is added, removed or changed, or two when both have
 * five letters or more. Capitals and punctuation do not count.
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(text.slice(0, 100));
  let nearest: string | undefined;
  let least = 3;
  for (const name of names) {
    const wanted = lettersOf(name);
    const allowed = Math.min(letters.length, wanted.length) < 5 ? 1 : 2;
    const distance = Math.min(letters.length, wanted.length) < 2 ? 3 : distanceBetween(letters, wanted);
    if (distance <= allowed && distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The distance of Levenshtein, row by row. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column < row.length; column++) {
      const changed = (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

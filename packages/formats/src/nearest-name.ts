/** The known name that was meant by another, as the rest of a sentence, where they differ by a slip. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  const meant = known.find((other) => isSlipOf(other, name.toLowerCase()));
  return meant === undefined ? undefined : `did you mean "${meant}"?`;
}

/** Whether a text has one letter more, less or changed, or two letters swapped. */
function isSlipOf(name: string, text: string): boolean {
  let [start, end] = [0, 0];
  const shorter = Math.min(name.length, text.length);
  while (start < shorter && name[start] === text[start]) start++;
  while (end < shorter - start && name.at(-1 - end) === text.at(-1 - end)) end++;
  const left = name.slice(start, name.length - end);
  const right = text.slice(start, text.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right === `${left[1]}${left[0]}`;
}

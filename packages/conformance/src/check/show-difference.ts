const maxLength = 300;
/** The number of equal characters shown before the first difference. */
const lead = 40;

/**
 * Returns two values as text for a person, each on one line, with control characters and the like as
 * `<U+2028>`. Texts longer than `max` characters are cut to the part around the first difference.
 */
export function showDifference(
  expected: unknown,
  actual: unknown,
  max = maxLength,
): { expected: string; actual: string } {
  const [one, other] = [textOf(expected), textOf(actual)];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const isLong = Math.max(one.length, other.length) > max;
  // The status at the beginning stays when only the body differs.
  const head = isLong && same > 2 * lead ? (/^\d{3} /.exec(one)?.[0] ?? '') : '';
  const start = isLong && same > 2 * lead ? same - lead : 0;
  return { expected: head + excerpt(one, start, max), actual: head + excerpt(other, start, max) };
}

function excerpt(text: string, start: number, max: number): string {
  // Cut before it is escaped, since it may be a body of 64 MiB.
  const shown = escaped(text.slice(start, start + max));
  const isCut = start + max < text.length || shown.length > max;
  if (!isCut) return start > 0 ? `… ${shown}` : shown;
  return `${start > 0 ? '… ' : ''}${shown.slice(0, max - 4).toWellFormed()} …`;
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? '"" (empty)' : text;
}

function escaped(text: string): string {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}

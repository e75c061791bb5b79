/** Controls, and what is invisible or turns the text around it, such as U+202E. A terminal would obey it. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text as one line that shows every character it has: those that could deceive a reader become escapes as in JSON. */
export function oneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*[\r\n]\s*/g, ' ')
    .replace(hidden, (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    );
}

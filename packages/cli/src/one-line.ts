const control = /[\p{Cc}\u2028\u2029]/gu;

/** Text as one line without control characters, which could do anything to a terminal. */
export function oneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*[\r\n]\s*/g, ' ')
    .replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

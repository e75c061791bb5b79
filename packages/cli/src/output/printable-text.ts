/** Controls, and characters that are invisible or reverse text, such as U+202E: a terminal would obey them. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text as one line. Characters that could deceive a reader become escapes as in JSON. */
export function printableLine(text: string): string {
  return escapeHidden(text.trim().replace(/\s*[\r\n]\s*/g, ' '));
}

/** Text with such escapes, also for line feeds: an identifier with one is another than with a space. */
export function escapeHidden(text: string): string {
  return text.replace(hidden, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Where a reader finds the clauses of explanations and reports. */
export const whereClausesAre =
  'Clauses are explained in SPEC.md and DECISIONS.md of the package @location-records/core';

const maxShown = 100;

/** A text of the user in quotes: on one line, without passwords, and cut where it is long. */
export function quoted(text: string): string {
  // Passwords first: the cut may remove the `@` that separates a password from a host.
  const shown = withoutPasswords(text);
  return `"${printableLine(shown.length > maxShown ? `${shown.slice(0, maxShown).toWellFormed()}…` : shown)}"`;
}

/** The message for an invalid value of something, such as `--port`. `reason` is a sentence. */
export function cannotBe(name: string, value: string, reason: string): string {
  return `${name} cannot be ${value === '' ? 'empty' : quoted(value)}. ${reason}`;
}

/** Everything between `//` and the last `@` of the line: user and password, also those of a malformed URL. */
const userInformation = /(\b(?!file:)[a-z][a-z\d+.-]*:\/\/|\b(?:postgres|postgresql|rediss?):).*@/gi;
/** A word in the position of a port is a password without its `@`: `redis://:secret`. */
const strayPassword = /(\b[a-z][a-z\d+.-]*:\/\/[^\s:/?#[\]@]*):(?!\d+(?:\D|$))[^\s/?#,'"]+/gi;
/** A parameter, up to the next one or to the text that follows a quoted URL in a message. */
const parameter = /([?&])([^=&\s]+)=(?:[^&\n]*(?=&|' is invalid|"\. )|[^&\s'"]*)/g;

/** Hides the passwords of store URLs in a text, even of malformed URLs. */
export function withoutPasswords(text: string): string {
  return text
    .replace(userInformation, '$1***@')
    .replace(strayPassword, '$1:***')
    .replace(parameter, hidePassword);
}

function hidePassword(written: string, separator: string, name: string): string {
  return /pass/i.test(decodeName(name)) ? `${separator}${name}=***` : written;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A malformed escape: no client has such a parameter.
    return name;
  }
}

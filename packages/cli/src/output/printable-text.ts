/** Controls, and what is invisible or turns the text around it, such as U+202E. A terminal would obey it. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text as one line that shows every character it has: those that could deceive a reader become escapes as in JSON. */
export function printableLine(text: string): string {
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

const maxShown = 100;

/** A text that an operator wrote, in quotes: on one line, without passwords, and cut where it is long. */
export function quoted(text: string): string {
  // Passwords first: what is cut off may be the `@` that tells a password from a host.
  const shown = withoutPasswords(text);
  return `"${printableLine(shown.length > maxShown ? `${shown.slice(0, maxShown).toWellFormed()}…` : shown)}"`;
}

/** Says that something, such as `--port`, has a value that it cannot have. `reason` is a sentence. */
export function cannotBe(name: string, value: string, reason: string): string {
  return `${name} cannot be ${value === '' ? 'empty' : quoted(value)}. ${reason}`;
}

/** Everything between `//` and the last `@` of the line: what a URL has for a user and a password, also a wrong one. */
const userInformation = /(\b(?!file:)[a-z][a-z\d+.-]*:\/\/|\b(?:postgres|postgresql|rediss?):).*@/gi;
/** A word where a port should be is a password that nobody told from a host: `redis://:secret`. */
const strayPassword = /(\b[a-z][a-z\d+.-]*:\/\/[^\s:/?#[\]@]*):(?!\d+(?:\D|$))[^\s/?#,'"]+/gi;
/** A parameter, up to the next one or to what follows a quoted URL in messages. */
const parameter = /([?&])([^=&\s]+)=(?:[^&\n]*(?=&|' is invalid|"\. )|[^&\s'"]*)/g;

/** A text for a person, in which the passwords of store URLs are not to be seen, however wrong these URLs are. */
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
    // A bad escape, so that it can be no parameter that a client knows.
    return name;
  }
}

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

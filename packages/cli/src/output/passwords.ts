/** All up to the last `@`, behind the scheme if there is one: `postgres://app:secret@`, `app:secret@`. */
const userInformation = /^((?:[a-z][a-z\d+.-]*:?)?\/\/|(?:postgres|postgresql|rediss?):).*@|^[^/?#]*:.*@/is;
/** A word in the position of a port is a password without its `@`: `redis://:secret`. */
const strayPassword = /^([a-z][a-z\d+.-]*:\/\/[^:/?#[\]@]*:)(?!\d+(?:[/?#,]|$))[^/?#,]+/i;
/** A parameter of a URL or of a connection string, such as `Password=…;`, with all that follows it. */
const parameter = /((?:pass|pwd|auth|secret)\w*(?:\s*=|["']\s*:)).*$/is;
/** Paths, which hold none. */
const path = /^(?:sqlite|file|memory):/i;

/**
 * Hides the password in a value that is, or was meant to be, the URL of a store or of a service:
 * `postgres://app:a@db`, `app:a@db/places`, `host=db password=a`, `Server=db;Password=a`.
 */
export function maskPassword(value: string): string {
  if (path.test(value)) return value;
  return value
    .replace(parameter, '$1***')
    .replace(userInformation, (_, scheme = '') => `${scheme}***@`)
    .replace(strayPassword, '$1***');
}

/**
 * Hides the passwords of the given values in a text that has them word for word, such as a message about a
 * command line. The rest of the text stays as it is.
 */
export function maskPasswords(text: string, values: readonly string[]): string {
  const longestFirst = values.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((masked, value) => {
    const hidden = maskPassword(value);
    return hidden === value ? masked : masked.replaceAll(value, () => hidden);
  }, text);
}

/**
 * Hides the passwords of whole URLs and of parameters in a text that others have written, such as one of a
 * driver.
 */
export function maskUrls(text: string): string {
  const masked = text.replace(/\b((?:pass|pwd)\w*=)[^\s"';,&:]+/gi, '$1***');
  return masked.replace(/\b([a-z][a-z\d+.-]*:\/\/)[^\s/?#'"@]*:[^\s/'"]*@/gi, '$1***@');
}

import { oneLine } from './printable-text.ts';
import { withoutPasswords } from './without-passwords.ts';

const maxShown = 100;

/** A text that an operator wrote, in quotes: on one line, without passwords, and cut where it is long. */
export function quoted(text: string): string {
  // Passwords first: what is cut off may be the `@` that tells a password from a host.
  const shown = withoutPasswords(text);
  return `"${oneLine(shown.length > maxShown ? `${shown.slice(0, maxShown).toWellFormed()}…` : shown)}"`;
}

/** Says that something, such as `--port`, has a value that it cannot have. `reason` is a sentence. */
export function cannotBe(name: string, value: string, reason: string): string {
  return `${name} cannot be ${value === '' ? 'empty' : quoted(value)}. ${reason}`;
}

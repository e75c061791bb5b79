import { oneLine } from './one-line.ts';
import { withoutPasswords } from './without-passwords.ts';

const maxShown = 100;

/** What an operator wrote, in quotes: on one line, without passwords, and without its end where it is long. */
export function quoted(text: string): string {
  // Passwords first: what is cut off may be the `@` that tells a password from a host.
  const shown = withoutPasswords(text);
  return `"${oneLine(shown.length > maxShown ? `${shown.slice(0, maxShown).toWellFormed()}…` : shown)}"`;
}

import { homedir } from 'node:os';
import { meantName } from '../command-line/meant-name.ts';
import { quoted } from '../output/printable-text.ts';

/** Schemes of other programs for the same engines. */
const otherSchemes: Readonly<Record<string, string>> = {
  file: 'sqlite',
  pg: 'postgres',
  psql: 'postgres',
  valkey: 'redis',
  valkeys: 'rediss',
};

/** What to write instead of a text whose scheme is not one of `schemes`, if that can be guessed. */
export function adviseOnStore(text: string, schemes: readonly string[]): string | undefined {
  if (/^https?:\/\//i.test(text)) {
    return 'This is the URL of a service. A store keeps the records, such as sqlite:./location-records.db.';
  }
  const meant = intendedUrl(text, schemes);
  // A line shows at most one URL with a password: everything up to its last `@` is left out.
  return meant && `Did you mean ${quoted(meant.replace(/\/\/.*@.*/s, '//…')).slice(1, -1)}?`;
}

function intendedUrl(text: string, schemes: readonly string[]): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (/^:?memory:?$/i.test(trimmed)) return 'memory:';
  // The name of an engine is not a path.
  if (/^\w+$/.test(trimmed) && meantName(trimmed, schemes)) return undefined;
  // A drive of Windows looks like a scheme.
  const [, name, rest] = /^([a-z][a-z\d+.-]+):(.*)$/is.exec(trimmed) ?? [];
  if (name === undefined) return `sqlite:${fromHome(trimmed)}`;
  const scheme = otherSchemes[name.toLowerCase()] ?? meantName(name, schemes);
  return scheme && `${scheme}:${rest}`;
}

/** Replaces a leading tilde, which the shell has not replaced. */
function fromHome(path: string): string {
  return path.replace(/^~(?=[/\\])/, homedir());
}

import { homedir } from 'node:os';
import { nearestName } from '../command-line/nearest-name.ts';
import { quoted } from '../output/printable-text.ts';

/** Schemes that other programs have for the same engines. */
const otherSchemes: Readonly<Record<string, string>> = {
  file: 'sqlite',
  pg: 'postgres',
  psql: 'postgres',
  valkey: 'redis',
  valkeys: 'rediss',
};

/** What to write in the place of a text whose scheme is none of `schemes`, as far as that can be told. */
export function adviseOnStore(text: string, schemes: readonly string[]): string | undefined {
  if (/^https?:\/\//i.test(text)) {
    return 'This is the URL of a service; a store is where the records of one are, such as sqlite:./location-records.db.';
  }
  const meant = intendedUrl(text, schemes);
  // A line shows one URL with a password at most: all up to the last `@` of it is left out.
  return meant && `Did you mean ${quoted(meant.replace(/\/\/.*@.*/s, '//…')).slice(1, -1)}?`;
}

function intendedUrl(text: string, schemes: readonly string[]): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (/^:?memory:?$/i.test(trimmed)) return 'memory:';
  // The name of an engine is no path.
  if (/^\w+$/.test(trimmed) && nearestName(trimmed, schemes)) return undefined;
  // A drive of Windows looks like a scheme.
  const [, name, rest] = /^([a-z][a-z\d+.-]+):(.*)$/is.exec(trimmed) ?? [];
  if (name === undefined) return `sqlite:${fromHome(trimmed)}`;
  const scheme = otherSchemes[name.toLowerCase()] ?? nearestName(name, schemes);
  return scheme && `${scheme}:${rest}`;
}

/** A path whose tilde no shell has replaced. */
function fromHome(path: string): string {
  return path.replace(/^~(?=[/\\])/, homedir());
}

import { maskUrls } from './passwords.ts';
import { printableLine } from './printable-text.ts';

const maxCauses = 8;

/** Returns the messages of an error and of its causes, the outermost first, as one line without passwords. */
export function describeError(error: unknown): string {
  const messages: string[] = [];
  let current = error;
  for (let count = 0; current !== undefined && count < maxCauses; count++) {
    const message = printableLine(current instanceof Error ? messageOf(current) : String(current));
    // Many errors repeat the message of their cause.
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  const line = messages
    .map((message, index) => (index < messages.length - 1 ? message.replace(/\.$/, '') : message))
    .join(': ');
  return withFlags(maskUrls(line));
}

function messageOf(error: Error): string {
  // A connection failed at each address of a host.
  const each = error instanceof AggregateError ? error.errors.map(describeError).join(', ') : '';
  return error.message || each || error.name;
}

/** The names of options of the packages, and the flags of the command instead. */
const flags: readonly (readonly [option: string | RegExp, flag: string])[] = [
  ["properties: 'ignore'", '--properties ignore'],
  ['dropAltitude: true', '--drop-altitude'],
  ['read it with trusted: true', 'import it into a store with --trust-file'],
  [/\bidProperty: (?=")/g, '--id '],
  [/\blatitudeColumn: (?=")/g, '--latitude '],
  [/\blongitudeColumn: (?=")/g, '--longitude '],
  [/\blayer: (?=")/g, '--layer '],
  [/\bcrs: (?=")/g, '--crs '],
  ['encoding: "…"', '--encoding'],
  [/\bencoding: (?=")/g, '--encoding '],
  ['columns: […]', '--columns'],
  ['use inspect() instead', 'leave out --strict'],
  ['parseFile of @location-records/formats/files does', 'leave out --strict, or name one instead of -'],
  ['open it once with the option "areas"', 'serve it once with --areas'],
  ['run migratePostgres() with the option "areas"', 'serve it once with --areas'],
  [/the option ("\w+")/g, '$1 in the URL of the store'],
];

/** Replaces the options of the packages in a message by the flags and URL parameters of the command. */
export function withFlags(message: string): string {
  return flags.reduce((text, [option, flag]) => text.replace(option, flag), message);
}

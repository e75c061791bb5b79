import { maskUrls } from './passwords.ts';
import { printableLine } from './printable-text.ts';

const maxCauses = 8;

/** The message of an error and of its causes, the outermost first, as one line without passwords. */
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

/** The options of the package of formats, as its messages name them. */
const ignored = "properties: 'ignore'";
const dropped = 'dropAltitude: true';
const named = /\b(idProperty|latitudeColumn|longitudeColumn|layer): ("(?:[^"\\]|\\.)*")/g;

const readingOptions = [ignored, dropped, named];

/**
 * Replaces the options of stores and of the package of formats in their messages by the flags and URL parameters of the
 * command.
 */
export function withFlags(message: string): string {
  return message
    .replace(ignored, '--properties ignore')
    .replace(dropped, '--drop-altitude')
    .replace(named, (_, name: string, value: string) => `${flagOf(name)} ${value}`)
    .replace('parseFile of @location-records/formats/files does', 'name one instead of -')
    .replace('open it once with the option "areas"', 'serve it once with --areas')
    .replace('run migratePostgres() with the option "areas"', 'serve it once with --areas')
    .replace(/the option ("\w+")/g, '$1 in the URL of the store');
}

/** Whether a message of the package of formats names an option: a flag of `import`, which other commands lack. */
export function namesReadingOption(message: string): boolean {
  return readingOptions.some((option) => message.search(option) >= 0);
}

/** A refusal without a suggestion that names such an option, for a command that lacks the flag. */
export function withoutReadingOptions<T extends { readonly suggestion?: string | undefined }>(refusal: T): T {
  const { suggestion } = refusal;
  if (suggestion === undefined || !namesReadingOption(suggestion)) return refusal;
  return { ...refusal, suggestion: undefined };
}

function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

import { printableLine, withoutPasswords } from './printable-text.ts';

const maxCauses = 8;

/** The message of an error and of its causes, the outermost first, as one line without passwords. */
export function describeError(error: unknown): string {
  const messages: string[] = [];
  let current = error;
  for (let count = 0; current !== undefined && count < maxCauses; count++) {
    const message = printableLine(
      current instanceof Error ? current.message || current.name : String(current),
    );
    // Many errors repeat the message of their cause.
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  const line = messages
    .map((message, index) => (index < messages.length - 1 ? message.replace(/\.$/, '') : message))
    .join(': ');
  return withFlags(withoutPasswords(line));
}

/** Replaces the names of a store's options in its message by the flags and URL parameters of the command. */
export function withFlags(message: string): string {
  return message
    .replace('"maxLogSize"', '--max-log-size')
    .replace('open it once with the option "areas"', 'serve it once with --areas')
    .replace('run migratePostgres() with the option "areas"', 'serve it once with --areas')
    .replace('set the option "overwrite"', 'use --overwrite')
    .replace(/the option ("\w+")/g, '$1 in the URL of the store');
}

import { oneLine } from './one-line.ts';
import { withoutPasswords } from './without-passwords.ts';

const maxCauses = 8;

/** The message of an error and of its causes, the outermost first, as one line without passwords. */
export function describeError(error: unknown): string {
  const messages: string[] = [];
  let current = error;
  for (let count = 0; current !== undefined && count < maxCauses; count++) {
    const message = oneLine(current instanceof Error ? current.message || current.name : String(current));
    // Many errors repeat what their cause says.
    if (!messages.some((earlier) => earlier.includes(message))) messages.push(message);
    current = current instanceof Error ? current.cause : undefined;
  }
  const line = messages
    .map((message, index) => (index < messages.length - 1 ? message.replace(/\.$/, '') : message))
    .join(': ');
  return withoutPasswords(line);
}

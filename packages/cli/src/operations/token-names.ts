import type { IncomingMessage } from 'node:http';

// In a file of its own: the log needs it, also where no token is checked.

const names = new WeakMap<IncomingMessage, string>();

/** Notes the name of the valid token of a request. */
export function noteToken(message: IncomingMessage, name: string): void {
  names.set(message, name);
}

/** Returns the name of the token of a request, if it has one that is valid. */
export function nameOfToken(message: IncomingMessage): string | undefined {
  return names.get(message);
}

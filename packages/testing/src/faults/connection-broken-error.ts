/**
 * A fault broke the connection before the response was complete. It is a `TypeError`, as the errors of `fetch` are.
 */
export class ConnectionBrokenError extends TypeError {
  override readonly name = 'ConnectionBrokenError';
  readonly code = 'CONNECTION_BROKEN';

  constructor() {
    super('A fault broke the connection to the fake.');
  }
}

/** Whether an error is a {@link ConnectionBrokenError}, also of another copy of this module. */
export function isConnectionBroken(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'CONNECTION_BROKEN';
}

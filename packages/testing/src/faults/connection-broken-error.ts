/**
 * A fault broke the connection before the response was complete. It is a `TypeError`, as the errors of `fetch` are.
 */
export class ConnectionBrokenError extends TypeError {
  override readonly name = 'ConnectionBrokenError';
  readonly code = 'CONNECTION_BROKEN';

  constructor() {
    super('The connection to the fake broke, as a fault has ordered.');
  }
}

/** Whether an error is a {@link ConnectionBrokenError}, also of another copy of this module. */
export function isConnectionBroken(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'CONNECTION_BROKEN';
}

/**
 * The connection broke before the whole response was there, as a fault has ordered. It is a `TypeError`, as that of
 * `fetch` is.
 */
export class ConnectionBrokenError extends TypeError {
  override readonly name = 'ConnectionBrokenError';
  readonly code = 'CONNECTION_BROKEN';

  constructor() {
    super('The connection to the fake broke, as a fault has ordered.');
  }
}

/** Whether an error is a {@link ConnectionBrokenError}, be it of another copy of this module. */
export function isConnectionBroken(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'CONNECTION_BROKEN';
}

/**
 * - `JOURNAL_MISMATCH`: the fake has not received what was expected. The message lists what it has received.
 * - `FAULTS_UNMET`: no request has met some of the faults.
 */
type FakeErrorCode = 'JOURNAL_MISMATCH' | 'FAULTS_UNMET';

/** An expectation of a test is not met. */
export class FakeError extends Error {
  override readonly name = 'FakeError';
  readonly code: FakeErrorCode;

  constructor(code: FakeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A fault broke the connection. Apart from `code` and `fault`, it is the error with which `fetch` of Node.js
 * rejects if a server closes the connection, so that libraries that retry such failures recognize it.
 */
export class ConnectionBrokenError extends TypeError {
  readonly code = 'CONNECTION_BROKEN';
  /** The name of the fault. */
  readonly fault: string;

  constructor(fault: string, message: 'fetch failed' | 'terminated' = 'fetch failed') {
    const cause = new Error(`The fault "${fault}" closed the connection.`);
    super(message, { cause: Object.assign(cause, { code: 'UND_ERR_SOCKET' }) });
    this.fault = fault;
  }
}

/** Whether an error is a {@link ConnectionBrokenError}, also one of another copy of this package. */
export function isConnectionBroken(error: unknown): error is ConnectionBrokenError {
  return (error as { readonly code?: unknown } | null)?.code === 'CONNECTION_BROKEN';
}

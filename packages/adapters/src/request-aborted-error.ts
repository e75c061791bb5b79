/** The client went away before its request body was complete; nothing is wrong on this side. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError';
  readonly code = 'REQUEST_ABORTED';

  constructor(options?: { readonly cause?: unknown }) {
    super('The client went away before its request body was complete.', options);
  }
}

/**
 * The body of a request was read before the request reached the service, and was not kept. Mount the service
 * before the middleware that reads bodies, or let that middleware keep them.
 */
export class BodyUsedError extends Error {
  override readonly name = 'BodyUsedError';
  readonly code = 'REQUEST_BODY_USED';

  constructor() {
    super(
      'The request body was read before the request reached location-records, and was not kept: mount the service first.',
    );
  }
}

/** The client went away before its request body was complete. It is not a failure of the service. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError';
  readonly code = 'REQUEST_ABORTED';

  constructor(options?: { readonly cause?: unknown }) {
    super('The client went away before its request body was complete.', options);
  }
}

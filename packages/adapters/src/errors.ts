/**
 * Something read the body of a request before the request reached the service, and did not keep it: the app is put
 * together in the wrong order. Mount the service before what reads the body, or keep the body.
 */
export class BodyUsedError extends Error {
  override readonly name = 'BodyUsedError';
  readonly code = 'REQUEST_BODY_USED';

  constructor() {
    super(
      'The request body was read before the request came to location-records, and is lost: mount the service first.',
    );
  }
}

/** The client went away before its request body was complete; nothing is wrong on this side. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError';
  readonly code = 'REQUEST_ABORTED';

  constructor(options?: { readonly cause?: unknown }) {
    super('The client went away before its request body was complete.', options);
  }
}

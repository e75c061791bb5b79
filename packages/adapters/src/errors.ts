/**
 * The request body was read before the request reached the service, and was not kept. Mount the service
 * before the middleware that reads bodies, or have that middleware keep them.
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

/**
 * The client left before its request body was complete, or before it had the whole response, which is not a
 * failure of the service.
 */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError';
  readonly code = 'REQUEST_ABORTED';

  constructor(options?: { readonly cause?: unknown }) {
    super('The client left before the request was complete.', options);
  }
}

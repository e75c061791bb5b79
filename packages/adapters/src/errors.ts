/**
 * The body of a request was read before the request came to the service, and nothing of it was left behind: the app
 * is put together in the wrong order. Mount the service before whatever reads the body, or keep the body.
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

/**
 * The reasons why nothing could be checked:
 *
 * - `CHECK_URL`: the URL is not the base URL of a service.
 * - `CHECK_SELECTION`: a name of `only` or `skip` matches no case, or no case is left to run.
 * - `CHECK_UNAUTHORIZED`: the server responds with 401 or 403 to every request, so that it wants a token or
 *   another one.
 * - `CHECK_UNREACHABLE`: no server responds with HTTP in time, or its certificate is not trusted. Or every
 *   response is a redirect, 421, 429, 502, 503 or 504, so that no service responds.
 */
export type CheckErrorCode = 'CHECK_URL' | 'CHECK_SELECTION' | 'CHECK_UNAUTHORIZED' | 'CHECK_UNREACHABLE';

/** Nothing could be checked. `message` is one line that says what to do. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

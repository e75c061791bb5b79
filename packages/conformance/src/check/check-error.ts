/**
 * Why nothing could be checked:
 *
 * - `CHECK_URL`: the URL is not a service URL.
 * - `CHECK_SELECTION`: a name of `only` or `skip` matches no case, or no case is left to run.
 * - `CHECK_UNREACHABLE`: no server responds there with HTTP, in time, and with a certificate to trust.
 */
export type CheckErrorCode = 'CHECK_URL' | 'CHECK_SELECTION' | 'CHECK_UNREACHABLE';

/** Nothing could be checked. `message` is one line that says what to do. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

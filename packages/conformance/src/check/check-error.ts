/**
 * Why nothing could be checked:
 *
 * - `CHECK_URL`: the URL is none of a service.
 * - `CHECK_SELECTION`: a name of `only` or `skip` matches no case, or no case is left to run.
 * - `CHECK_UNREACHABLE`: nobody answers there, or not with HTTP, not in time, or not with a certificate to trust.
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

/**
 * Why records were not copied, or not to their end:
 *
 * - `COPY_REFUSED`: the target has other records.
 * - `COPY_UNFINISHED`: a store was unavailable for too long; the same command continues.
 */
export type CopyErrorCode = 'COPY_REFUSED' | 'COPY_UNFINISHED';

/** The records cannot be copied, or not to their end: exit code 1. `message` is one line that says what to do. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
  readonly code: CopyErrorCode;

  constructor(code: CopyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

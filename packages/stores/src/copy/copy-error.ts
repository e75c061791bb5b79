/** How many records a copy has handled, by outcome. */
export interface CopiedRecords {
  /** Were not in the target. */
  readonly created: number;
  /** Were in the target with another content. */
  readonly replaced: number;
  /** Were in the target with the same content, and were not written. */
  readonly present: number;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
}

/**
 * Why a copy or a comparison did not finish:
 *
 * - `COPY_REFUSED`: the target holds other records than the source, and `overwrite` is not set.
 * - `COPY_STOPPED`: its signal was aborted.
 * - `COPY_UNFINISHED`: a store was unavailable, for more than a minute or while its list was read.
 */
export type CopyErrorCode = 'COPY_REFUSED' | 'COPY_STOPPED' | 'COPY_UNFINISHED';

/** A copy or a comparison did not finish. `message` is one line that says what to do. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
  readonly code: CopyErrorCode;
  /** What was copied until then, for `COPY_STOPPED` and `COPY_UNFINISHED` of a copy. Copying again continues. */
  readonly copied: CopiedRecords | undefined;

  constructor(
    code: CopyErrorCode,
    message: string,
    { copied, ...options }: ErrorOptions & { readonly copied?: CopiedRecords | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.copied = copied;
  }
}

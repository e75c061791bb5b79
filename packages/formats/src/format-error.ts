import type { RefusedRecord } from './parsed-entry.ts';

/**
 * Why records cannot be read or written:
 *
 * - `FORMAT_UNKNOWN`: the content is of none of the known formats.
 * - `FORMAT_INVALID`: the content as a whole is not what its format asks for, such as a CSV file without a header.
 * - `FORMAT_UNAVAILABLE`: the format is GeoPackage, and this runtime has no SQLite.
 * - `RECORD_REFUSED`: a record cannot be read, and all of them are wanted.
 */
export type FormatErrorCode = 'FORMAT_UNKNOWN' | 'FORMAT_INVALID' | 'FORMAT_UNAVAILABLE' | 'RECORD_REFUSED';

/** Records cannot be read or written. `message` is one line that says what to do. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly code: FormatErrorCode;
  /** The first record that cannot be read, with `RECORD_REFUSED`. */
  readonly refused: RefusedRecord | undefined;

  constructor(
    code: FormatErrorCode,
    message: string,
    { refused, cause }: { readonly refused?: RefusedRecord | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.refused = refused;
  }
}

/** The error about content that is of none of the known formats. `advice` completes `The format is not known: …`. */
export function unknownFormat(advice: string): FormatError {
  return new FormatError('FORMAT_UNKNOWN', `The format is not known: ${advice}.`);
}

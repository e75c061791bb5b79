/** How many records an import has handled, by outcome. A dry run has the numbers of the import that it stands for. */
export interface ImportResult {
  /** Records read from the source: the sum of the outcomes, when the import is finished. */
  readonly read: number;
  /** Were not in the target. */
  readonly created: number;
  /** Were in the target with another content. */
  readonly replaced: number;
  /** Were in the target with the same content, and were not written. */
  readonly unchanged: number;
  /** Conflicts, which were not written. */
  readonly skipped: number;
  /** The target refused them. */
  readonly refused: number;
  /** Records of the source whose identifier came before in it. They have an outcome, too. */
  readonly duplicates: number;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
}

/**
 * Why an import did not finish:
 *
 * - `IMPORT_CONFLICT`: with `onConflict: 'fail'`, there are conflicts.
 * - `IMPORT_STOPPED`: its signal was aborted.
 * - `IMPORT_UNFINISHED`: the source could not be read to its end, or the target was unavailable for more than a minute.
 */
export type ImportErrorCode = 'IMPORT_CONFLICT' | 'IMPORT_STOPPED' | 'IMPORT_UNFINISHED';

/** An import did not finish. `message` is one line that says what to do, and `cause` the error behind it. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;
  /** What was imported until then. The same import again continues. */
  readonly imported: ImportResult;

  constructor(
    code: ImportErrorCode,
    message: string,
    { imported, ...options }: ErrorOptions & { readonly imported: ImportResult },
  ) {
    super(message, options);
    this.code = code;
    this.imported = imported;
  }
}

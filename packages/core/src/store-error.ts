/**
 * - `STORE_CLOSED`: the store was closed before the call.
 * - `STORE_UNAVAILABLE`: the engine cannot be reached, opened or written now: a lock, a missing folder, a full disk. A
 *   retry may succeed later.
 * - `STORE_UNSUITABLE`: the engine holds something else than this service's data: another program's database, a newer
 *   schema, a damaged file. A retry does not help.
 */
export type StoreErrorCode = 'STORE_CLOSED' | 'STORE_UNAVAILABLE' | 'STORE_UNSUITABLE';

/**
 * A store failed. `cause` is the engine's own error, if it had one. An absent record is not an error, and a wrong
 * argument is an `InvalidArgumentError`.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

const codes: ReadonlySet<unknown> = new Set<StoreErrorCode>([
  'STORE_CLOSED',
  'STORE_UNAVAILABLE',
  'STORE_UNSUITABLE',
]);

/** Whether `error` is a {@link StoreError}, also one made by another copy of this package. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && codes.has((error as Partial<StoreError>).code);
}

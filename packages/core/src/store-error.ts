/**
 * - `STORE_CLOSED`: the store was closed before the call.
 * - `STORE_UNAVAILABLE`: the engine cannot be reached, opened or written now (locked, unreachable, no such
 *   folder, disk full, read-only). Trying again later may succeed.
 * - `STORE_UNSUITABLE`: what was found is not this service's data: another format, another program's
 *   database, a newer schema, a damaged file. Trying again will not help.
 */
export type StoreErrorCode = 'STORE_CLOSED' | 'STORE_UNAVAILABLE' | 'STORE_UNSUITABLE';

/**
 * A store could not do what it was asked. `cause` is the engine's own error, where there is one. An absent
 * record is not an error, and neither is a request that is wrong.
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

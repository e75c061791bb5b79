/**
 * What a store rejects with when it refuses a record for good, while other records may go on: a service refuses an
 * identifier that is too long for it. `importRecords` counts the record as refused, and continues.
 */
export class RecordRefusedError extends Error {
  override readonly name = 'RecordRefusedError';
  readonly code = 'RECORD_REFUSED';
}

/**
 * Whether an error concerns a record, and not the store as a whole: a {@link RecordRefusedError}, or the
 * `InvalidArgumentError` of a record that no store can keep.
 */
export function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  return code === 'RECORD_REFUSED' || code === 'INVALID_ARGUMENT';
}

import { StoreError, type StoreErrorCode } from '@location-records/core';

/** A {@link StoreError} as it passes between threads, which keep no members of errors but the message. */
export interface PostedError {
  readonly code: StoreErrorCode;
  readonly message: string;
  readonly cause?: { readonly message: string; readonly members: object } | undefined;
}

/** Packs an error that {@link storeFailure} made. */
export function packError(error: StoreError): PostedError {
  const { code, message, cause } = error;
  if (!(cause instanceof Error)) return { code, message };
  return { code, message, cause: { message: cause.message, members: plainMembers(cause) } };
}

/** The error that was packed. */
export function unpackError({ code, message, cause }: PostedError): StoreError {
  if (cause === undefined) return new StoreError(code, message);
  return new StoreError(code, message, { cause: Object.assign(new Error(cause.message), cause.members) });
}

/** The members that the engine added (`code`, `errcode`, `errstr`), as far as they can be posted. */
function plainMembers(error: Error): object {
  const members = Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return Object.fromEntries(members);
}

import { type InvalidArgumentError, isStoreError } from '@location-records/core';
import { ContractError } from '../contract-error.ts';

/** Requires a call on a closed store to return a promise that rejects with `STORE_CLOSED`. */
export async function expectClosed(call: () => PromiseLike<unknown>, what: string): Promise<void> {
  const expected = 'a rejection with the code STORE_CLOSED';
  const error = await rejectionOf(call, expected, what);
  if (!isStoreError(error) || error.code !== 'STORE_CLOSED')
    throw new ContractError(what, expected, String(error));
}

/** Requires a call to return a promise that rejects with an `InvalidArgumentError` about `argument`. */
export async function expectRefused(
  call: () => PromiseLike<unknown>,
  argument: string,
  what: string,
): Promise<void> {
  const expected = `a rejection with the code INVALID_ARGUMENT, about ${argument}`;
  const error = await rejectionOf(call, expected, what);
  // No `instanceof`: a store may have another copy of the core.
  const { code, argument: about } = (error instanceof Error ? error : {}) as Partial<InvalidArgumentError>;
  if (code !== 'INVALID_ARGUMENT' || about !== argument)
    throw new ContractError(what, expected, String(error));
}

/** Requires a call to return a real promise, and not to throw. */
export function expectPromise<T>(call: () => PromiseLike<T>, what: string): Promise<T> {
  let returned: unknown;
  try {
    returned = call();
  } catch (error) {
    throw new ContractError(what, 'a promise', `thrown: ${error}`);
  }
  if (!(returned instanceof Promise)) throw new ContractError(what, 'a promise', returned);
  return returned;
}

async function rejectionOf(
  call: () => PromiseLike<unknown>,
  expected: string,
  what: string,
): Promise<unknown> {
  const settled = await expectPromise(call, what).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in settled) throw new ContractError(what, expected, settled.value);
  return settled.error;
}

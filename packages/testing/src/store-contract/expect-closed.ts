import { isStoreError } from '@location-records/core';
import { ContractError } from '../contract-error.ts';

/** Demands that a call on a closed store returns a promise that rejects with `STORE_CLOSED`. */
export async function expectClosed(call: () => PromiseLike<unknown>, what: string): Promise<void> {
  const expected = 'a rejection with the code STORE_CLOSED';
  const outcome = expectPromise(call, what).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const settled = await outcome;
  if ('value' in settled) throw new ContractError(what, expected, settled.value);
  const { error } = settled;
  if (!isStoreError(error) || error.code !== 'STORE_CLOSED')
    throw new ContractError(what, expected, String(error));
}

/** Demands that a call returns a real promise, and does not throw. */
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

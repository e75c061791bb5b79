import { InvalidArgumentError } from '@location-records/core';
import { dispose } from './disposal.ts';
import { fetchGlobals, requireGlobals } from './errors.ts';
import type { Fake } from './fake.ts';
import type { Fetch } from './fake-fetch.ts';

/** The object whose `fetch` is replaced. */
interface HasFetch {
  fetch: Fetch;
}

/** Restores the real `fetch`. Calling it again does nothing. It works with `using`. */
export interface RestoreFetch {
  (): void;
  [Symbol.dispose](): void;
}

/** The replacements that are over, and what each has replaced. */
const over = new WeakMap<Fetch, Fetch>();

/**
 * Replaces the global `fetch`: URLs under the base URL of the fake go to the fake, all others to the real `fetch`.
 * Returns the function that restores it. Several fakes can replace it at once, and be restored in any order.
 *
 * @throws {InvalidArgumentError} when `fake` is not a fake.
 * @throws {MissingGlobalError} when the test environment has no `Request` or the like.
 *
 * @example
 * const restore = replaceFetch(fake);
 * afterEach(restore);
 */
export function replaceFetch(fake: Pick<Fake, 'serves' | 'fetch'>): RestoreFetch {
  checkFake(fake);
  requireGlobals(...fetchGlobals);
  const target: HasFetch = globalThis as HasFetch;
  const original = target.fetch;
  const standIn: Fetch = (input, init) => {
    const url = input instanceof Request ? input.url : input;
    return !over.has(standIn) && fake.serves(url) ? fake.fetch(input, init) : original(input, init);
  };
  target.fetch = standIn;
  const restore = () => {
    over.set(standIn, original);
    // Another replacement may lie above. This one then stays below it, and passes everything on.
    for (let below = over.get(target.fetch); below; below = over.get(target.fetch)) target.fetch = below;
  };
  return Object.assign(restore, { [dispose]: restore });
}

/**
 * Checks an argument that must be a fake, whose members `serves` and `fetch` are used.
 *
 * @throws {InvalidArgumentError} when it lacks one of them.
 */
export function checkFake(fake: Pick<Fake, 'serves' | 'fetch'>): void {
  if (typeof fake?.serves === 'function' && typeof fake.fetch === 'function') return;
  throw new InvalidArgumentError('fake', 'a fake, as createFake() returns it');
}

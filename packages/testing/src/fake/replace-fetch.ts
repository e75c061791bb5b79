import { fetchGlobals, requireGlobals } from './errors.ts';
import type { Fake } from './fake.ts';
import type { Fetch } from './fake-fetch.ts';

/** Where `fetch` is replaced. */
interface HasFetch {
  fetch: Fetch;
}

/** Puts the real `fetch` back. Calling it again does nothing; it can be the target of `using`. */
export interface RestoreFetch {
  (): void;
  [Symbol.dispose](): void;
}

/** Those that are over, and what was there before them. */
const over = new WeakMap<Fetch, Fetch>();

/**
 * Lets the global `fetch` ask a fake for URLs that are under its base URL, and itself for all others, until what this
 * gives is called. Several fakes can stand in at once, and be taken away in any order.
 *
 * @throws {MissingGlobalError} when the test environment has no `Request` or the like.
 *
 * @example
 * const restore = replaceFetch(fake);
 * afterEach(restore);
 */
export function replaceFetch(fake: Pick<Fake, 'serves' | 'fetch'>): RestoreFetch {
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
    // Where another stands in above, this one stays below it for now, and hands everything on.
    for (let below = over.get(target.fetch); below; below = over.get(target.fetch)) target.fetch = below;
  };
  return Object.assign(restore, { [Symbol.dispose]: restore });
}

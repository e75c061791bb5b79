/** What the fake needs beyond ECMAScript, timers and `URL`. */
type NeededGlobal = 'Headers' | 'ReadableStream' | 'Request' | 'Response' | 'TextDecoder' | 'TextEncoder';

/** What a `fetch` of the fake needs. */
export const fetchGlobals: readonly NeededGlobal[] = [
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TextEncoder',
  'TextDecoder',
];

/**
 * The test environment lacks a global that the fake needs. `jest-environment-jsdom`, for example, has no `fetch` and no
 * `TextDecoder`.
 */
export class MissingGlobalError extends Error {
  override readonly name = 'MissingGlobalError';
  readonly code = 'GLOBAL_MISSING';
  /** The names of the missing globals. */
  readonly missing: readonly string[];

  constructor(missing: readonly string[]) {
    super(
      `The test environment has no ${missing.join(', ')}, which the fake needs here: choose an environment that has the globals of Node.js (with Jest, "node" or "jest-fixed-jsdom"), or set them up before.`,
    );
    this.missing = missing;
  }
}

/** @throws {MissingGlobalError} unless all of these are there. */
export function requireGlobals(...needed: readonly NeededGlobal[]): void {
  const missing = needed.filter((name) => globalThis[name] === undefined);
  if (missing.length > 0) throw new MissingGlobalError(missing);
}

/** A fake was asked for a URL that is not under its base URL, and has no `fallbackFetch`. */
export class UrlNotServedError extends TypeError {
  override readonly name = 'UrlNotServedError';
  readonly code = 'URL_NOT_SERVED';

  /** `advice` is a sentence that says what to do. */
  constructor(url: string, advice?: string) {
    super([`${url} is not under the base URL of the fake.`, advice].filter(Boolean).join(' '));
  }
}

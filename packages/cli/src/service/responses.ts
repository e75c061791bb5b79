import { checkLocation, type Location, StoreError } from '@location-records/core';
import { RecordRefusedError } from '../errors.ts';
import { printableLine, shorten } from '../output/printable-text.ts';

/** Whether a response says that it is JSON. */
export function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '');
}

/** Parses a JSON text. Returns `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the message of an Error object (SPEC section 2) on one line, cut if it is long, without the full
 * stop at its end.
 */
export function errorMessageIn(text: string): string | undefined {
  const value = parseJson(text) as { readonly error_message?: unknown } | undefined | null;
  const message = value?.error_message;
  return typeof message === 'string' ? excerpt(message).replace(/\.$/, '') : undefined;
}

/**
 * Returns a value of a service as a Location, or `undefined` if it is none. `null` as a description means that
 * there is none.
 */
export function locationIn(value: unknown): Location | undefined {
  const { description, coordinates } = (value ?? {}) as Partial<Location>;
  const location = { ...(description != null && { description }), coordinates } as Location;
  try {
    checkLocation(location);
  } catch {
    return undefined;
  }
  // Without negative zeros, as every store.
  const { latitude, longitude } = location.coordinates;
  return { ...location, coordinates: { latitude: latitude + 0, longitude: longitude + 0 } };
}

/** Returns what a service says as one line, cut if it is long. */
export function excerpt(text: string): string {
  return shorten(printableLine(shorten(text, 1000)), 200);
}

/** For how many seconds in all to wait for a busy service, its responses included. */
const maxPatience = 60;

/**
 * Returns how many seconds to wait for a service that is busy, if it says so: 429 or 503 with `Retry-After`. It has
 * then done nothing. `begin` is when it was first asked, by `performance.now()`.
 */
export function pauseFor(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  begin: number,
): number | undefined {
  const pause = Math.max(Number(headers.get('Retry-After') ?? Number.NaN), 1);
  const waited = (performance.now() - begin) / 1000 + pause;
  return [429, 503].includes(status) && waited <= maxPatience ? pause : undefined;
}

/** A retry may succeed after these. */
const passing = new Set([408, 425, 429]);
/** These concern every request, and not its record. */
const general = new Set([401, 402, 403, 404, 405, 407, 410, 421, 451]);

/** Returns the error about a response that does not have the expected status. */
export function responseFailure(
  url: string,
  { status, headers }: { readonly status: number; readonly headers: Headers },
  text: string,
  about: 'a record' | 'many records' | 'the list' = 'a record',
): Error {
  const message = errorMessageIn(text);
  const said = message === undefined ? '' : `, "${message}"`;
  const service = `The service at ${url}`;
  if (status >= 500 || passing.has(status)) {
    return new StoreError('STORE_UNAVAILABLE', `${service} responded with ${status}${said}.`);
  }
  if (status === 401 || status === 403) {
    const problem = `refuses access with ${status}${said}; see --header`;
    return new StoreError('STORE_UNSUITABLE', `${service} ${problem}.`);
  }
  if (status >= 300 && status < 400) {
    const location = excerpt(headers.get('location') ?? 'nowhere');
    const problem = `redirects to ${location}, which is not followed; give the URL of the service itself`;
    return new StoreError('STORE_UNSUITABLE', `${service} ${problem}.`);
  }
  if (about === 'a record' && status >= 400 && !general.has(status)) {
    return new RecordRefusedError(`The service responded with ${status}${said}.`);
  }
  return notAService(url, `it responded with ${status}${said}`);
}

/** Returns the error about something that is not a service. */
export function notAService(url: string, problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', `There is no service of location records at ${url}: ${problem}.`);
}

import { createFetchHandler } from '@location-records/adapters/fetch';
import type { Handler, LocationRequest } from '@location-records/core';
import type { FakeRequest } from '../faults/fault.ts';
import { piecesUntilAborted, unlessAborted } from './abortable.ts';
import { type BaseUrl, isBelow } from './base-url.ts';
import { fetchGlobals, requireGlobals, UrlNotServedError } from './errors.ts';

/** The `fetch` that the code under test calls. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Makes a `fetch` that sends its requests to a handler. As with the real one, a connection that breaks before the
 * response is a `TypeError`, a response that breaks off has a body that cannot be read to its end, and a signal ends
 * the request.
 *
 * `fallbackFetch` gets the URLs that are not under the base URL. Without it, URLs of the same origin are routes that
 * the service does not have, and others reject with a {@link UrlNotServedError}. When the test environment has no
 * `Request` or the like, it rejects with a {@link MissingGlobalError}.
 */
export function createFakeFetch(handle: Handler, baseUrl: BaseUrl, fallbackFetch: Fetch | undefined): Fetch {
  return async (input, init) => {
    requireGlobals(...fetchGlobals);
    const target = typeof input === 'string' ? new URL(input, `${baseUrl.href}/`) : input;
    const request = new Request(target, init);
    const asked = new URL(request.url);
    if (fallbackFetch && !isBelow(baseUrl, asked)) return fallbackFetch(request);
    if (asked.origin !== baseUrl.origin) throw new UrlNotServedError(request.url);
    const { signal } = request;
    signal.throwIfAborted();
    let upload: Upload | undefined;
    const responding = createFetchHandler(async (served) => {
      upload = watchUpload(served, signal);
      const response = await handle(upload.request);
      const { body } = response;
      if (typeof body !== 'string') return { ...response, body: piecesUntilAborted(body, signal) };
      // Without a signal of the client, a text need not be a stream.
      const isAbortable = body !== '' && (input instanceof Request || init?.signal);
      return isAbortable ? { ...response, body: unlessAbortedFirst(body, signal) } : response;
    })(request);
    const response = await unlessAborted(responding, signal);
    upload?.throwIfFailed();
    return withUrl(response, withoutFragment(request.url));
  };
}

/** A text as a body that cannot be read any more once the signal has aborted. */
async function* unlessAbortedFirst(text: string, signal: AbortSignal): AsyncGenerator<string, undefined> {
  signal.throwIfAborted();
  yield text;
  return undefined;
}

/** The body of a request on its way from the client. */
interface Upload {
  /** The request. Reading its body ends when the signal aborts. */
  readonly request: FakeRequest;
  /** @throws {TypeError} as `fetch` does, when the body fails before the service has read what it needs. */
  throwIfFailed(): void;
}

/** Watches the body of a request, so that its failure rejects the client's call instead of leading to a response. */
function watchUpload(asked: LocationRequest, signal: AbortSignal): Upload {
  let failure: TypeError | undefined;
  const { method, target, headers } = asked;
  const body: LocationRequest['body'] = async (maxBytes, hasEnough) => {
    try {
      return await unlessAborted(asked.body(maxBytes, hasEnough), signal);
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      failure = new TypeError('The body of the request could not be read.', { cause });
      throw error;
    }
  };
  return {
    request: { method, target: withoutFragment(target), headers, body, signal },
    throwIfFailed() {
      if (failure) throw failure;
    },
  };
}

/** A URL or a target without its fragment, which stays with the client. */
function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Gives a response its `url`, as a response of the real `fetch` has one. Its clones have it as well. */
function withUrl(response: Response, url: string): Response {
  const clone = () => withUrl(Response.prototype.clone.call(response), url);
  return Object.defineProperties(response, { url: { value: url }, clone: { value: clone } });
}

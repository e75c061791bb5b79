import { createFetchHandler } from '@location-records/adapters/fetch';
import { type Handler, OptionError } from '@location-records/core';
import { deriveRequest, segmentsBelow } from '@location-records/core/adapter-kit';
import { releaseBody } from './faults.ts';
import type { BaseUrl, FakeSettings, Fetch } from './options.ts';

/**
 * Makes a `fetch` that sends its requests to a handler. As with the real one, a connection that breaks before
 * the response is a `TypeError`, a response that breaks off has a body that cannot be read to its end, and a
 * signal ends the request.
 */
export function createFakeFetch(handle: Handler, { baseUrl, fallbackFetch }: FakeSettings): Fetch {
  return async (input, init) => {
    const target = typeof input === 'string' ? new URL(input, `${baseUrl.href}/`) : input;
    const request = new Request(target, init);
    const url = new URL(request.url);
    if (!isBelow(baseUrl, url)) {
      if (fallbackFetch) return fallbackFetch(request);
      if (url.origin !== baseUrl.origin) {
        const other = `${url.origin} is not the origin of ${baseUrl.href}; for other origins give createFake a fallbackFetch`;
        throw new OptionError('fallbackFetch', `a function: ${other}`);
      }
    }
    const { signal } = request;
    signal.throwIfAborted();
    const respond = createFetchHandler(async (served) => {
      // The fragment stays with the client.
      const target = served.target.replace(/#.*$/s, '');
      const response = await handle(deriveRequest(served, { target }));
      // Nobody will read it.
      if (signal.aborted) await releaseBody(response);
      return response;
    });
    const response = await unlessAborted(respond(request), signal);
    const isAbortable = response.body !== null && (input instanceof Request || init?.signal);
    url.hash = '';
    return withUrl(isAbortable ? abortable(response, signal) : response, url.href);
  };
}

/** Whether a URL is the base URL, or below it. */
export function isBelow({ origin, baseSegments }: BaseUrl, url: URL): boolean {
  return url.origin === origin && segmentsBelow(url.pathname, baseSegments) !== undefined;
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** A response whose body can no longer be read once the signal has aborted. */
function abortable(response: Response, signal: AbortSignal): Response {
  const { status, headers, body } = response;
  return new Response((body as ReadableStream).pipeThrough(new TransformStream(), { signal }), {
    status,
    headers,
  });
}

/** Gives a response and its clones the `url` of a real one. */
function withUrl(response: Response, url: string): Response {
  const clone = () => withUrl(Response.prototype.clone.call(response), url);
  return Object.defineProperties(response, { url: { value: url }, clone: { value: clone } });
}

import { createFetchHandler } from '@location-records/adapters/fetch';
import type { Handler } from '@location-records/core';
import { piecesUntilAborted, unlessAborted } from './abortable.ts';
import { type BaseUrl, isBelow } from './base-url.ts';
import { fetchGlobals, requireGlobals } from './missing-global-error.ts';
import { UrlNotServedError } from './url-not-served-error.ts';
import { type Upload, watchUpload } from './watch-upload.ts';
import { withUrl } from './with-url.ts';

/** What the code under test calls instead of `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Makes a `fetch` that asks a handler. As with the real one, a connection that breaks before the answer is a
 * `TypeError`, an answer that is cut is a body that cannot be read to its end, and the signal of a request is heard.
 * `elsewhere` is asked for URLs that are not under the base URL. Where there is none, those of the same origin are routes
 * that the service does not have, and others a {@link UrlNotServedError}. It rejects with a {@link MissingGlobalError}
 * where the test environment has no `Request` or the like.
 */
export function createFakeFetch(handle: Handler, baseUrl: BaseUrl, elsewhere: Fetch | undefined): Fetch {
  return async (input, init) => {
    requireGlobals(...fetchGlobals);
    const target = typeof input === 'string' ? new URL(input, `${baseUrl.href}/`) : input;
    const request = new Request(target, init);
    const asked = new URL(request.url);
    if (elsewhere && !isBelow(baseUrl, asked)) return elsewhere(request);
    if (asked.origin !== baseUrl.origin) throw new UrlNotServedError(request.url);
    const { signal, url } = request;
    signal.throwIfAborted();
    let upload: Upload | undefined;
    const answer = createFetchHandler(async (served) => {
      upload = watchUpload(served, signal);
      const response = await handle(upload.request);
      const { body } = response;
      return typeof body === 'string' ? response : { ...response, body: piecesUntilAborted(body, signal) };
    })(request);
    const response = await unlessAborted(answer, signal);
    upload?.throwIfFailed();
    return withUrl(response, url);
  };
}

import { type Handler, InvalidArgumentError } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { type BaseUrl, isBelow, parseBaseUrl } from '../fake/base-url.ts';
import { UrlNotServedError } from '../fake/errors.ts';
import type { Fake } from '../fake/fake.ts';
import { createFakeFetch, type Fetch } from '../fake/fake-fetch.ts';
import { isConnectionBroken } from '../faults/connection-broken-error.ts';

/** The part of a fake that takes the place of a service. */
export type FakeService = Pick<Fake, 'baseUrl' | 'handle'>;

/** The URL for which a fake stands in. */
export interface StandInOptions {
  /**
   * The URL of the service that the fake replaces.
   * @default the base URL of the fake
   */
  readonly url?: string | URL | undefined;
}

/** A fake in the place of the service at a URL. */
export interface StandIn {
  /** Whether the service has this URL. */
  serves(url: URL): boolean;
  /** Responds to requests whose targets are below the path of that URL. */
  readonly handle: Handler;
  /** A `fetch` that rejects as a fake does. */
  readonly fetch: Fetch;
  /** A `fetch` that rejects as the one of Node.js does. */
  readonly networkFetch: Fetch;
}

/**
 * Puts a fake in the place of a service.
 *
 * @throws {InvalidArgumentError} when `fake` is not a fake, and {OptionError}, when `url` is not the URL of a service.
 */
export function createStandIn(fake: FakeService, { url }: StandInOptions): StandIn {
  if (typeof fake?.handle !== 'function' || typeof fake.baseUrl !== 'string') {
    throw new InvalidArgumentError('fake', 'a fake, as createFake() returns it');
  }
  const own = parseBaseUrl(fake.baseUrl);
  const base = url === undefined ? own : parseBaseUrl(url, 'url');
  const handle = moved(fake.handle, base, own);
  return {
    serves: (asked) => isBelow(base, asked),
    handle,
    fetch: createFakeFetch(handle, base, undefined),
    networkFetch: createFakeFetch(failingAsFetch(handle), base, undefined),
  };
}

/** A handler under another base path. */
function moved(handle: Handler, from: BaseUrl, to: BaseUrl): Handler {
  if (from.basePath === to.basePath) return handle;
  const own = to.basePath === '/' ? '' : to.basePath;
  return (request) => {
    const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(request.target) ?? [];
    const below = path.split('/').slice(1 + from.baseSegments.length);
    return handle(deriveRequest(request, { target: `${[own, ...below].join('/') || '/'}${query}` }));
  };
}

/** Rejects as the `fetch` of Node.js does when a connection breaks. */
function failingAsFetch(handle: Handler): Handler {
  const failure = (error: unknown, message: string) => {
    if (!isConnectionBroken(error)) return error;
    const cause = Object.assign(new Error('other side closed'), {
      name: 'SocketError',
      code: 'UND_ERR_SOCKET',
    });
    return new TypeError(message, { cause });
  };
  return async (request) => {
    const response = await handle(request).catch((error) => {
      throw failure(error, 'fetch failed');
    });
    const { body } = response;
    if (typeof body === 'string') return response;
    const pieces: typeof body = {
      next: () =>
        body.next().catch((error) => {
          throw failure(error, 'terminated');
        }),
      return: async () => (await body.return?.()) ?? { done: true, value: undefined },
      [Symbol.asyncIterator]: () => pieces,
    };
    return { ...response, body: pieces };
  };
}

/** The error of a request that no fake serves, and that must not reach the network. */
export function unhandledError(method: string, url: URL): UrlNotServedError {
  const advice = "To let such requests reach the network, set onUnhandled: 'pass'.";
  return new UrlNotServedError(`${method} ${url.origin}${url.pathname}`, advice);
}

/**
 * Connects a fake with pages that Playwright drives. This file lists everything public; the rest may change.
 *
 * @module
 */
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { isConnectionBroken } from '../faults/connection-broken-error.ts';
import { createStandIn, type FakeService, type StandInOptions } from '../network/stand-in.ts';

export type { FakeService, StandInOptions } from '../network/stand-in.ts';

/** The members of Playwright's `Request` that are used. */
export interface RoutedRequest {
  url(): string;
  method(): string;
  allHeaders(): Promise<Record<string, string>>;
  postDataBuffer(): Uint8Array | null;
}

/** The members of Playwright's `Route` that are used. */
export interface Route {
  request(): RoutedRequest;
  fulfill(response: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
  abort(errorCode: string): Promise<void>;
  fallback(): Promise<void>;
}

/**
 * Makes a handler for `page.route` and `context.route` that responds with a fake. A request that is not below the URL of
 * the fake goes to the next handler of Playwright. When a fault breaks the connection, the page sees a reset connection.
 *
 * @throws {InvalidArgumentError} when `fake` is not a fake.
 * @throws {OptionError} when an option is unknown, or `url` is not the URL of a service.
 *
 * @example
 * await page.route('https://api.example.com/**', playwrightRoute(fake));
 */
export function playwrightRoute(
  fake: FakeService,
  options?: StandInOptions,
): (route: Route) => Promise<void> {
  const standIn = createStandIn(fake, checkOptionNames(options, ['url']));
  return async (route) => {
    const request = route.request();
    if (!standIn.serves(new URL(request.url()))) return route.fallback();
    try {
      const { status, headers, body } = await ask(standIn.fetch, request);
      await route.fulfill({ status, headers, body });
    } catch (error) {
      if (!isConnectionBroken(error)) throw error;
      await route.abort('connectionreset');
    }
  };
}

async function ask(fetch: ReturnType<typeof createStandIn>['fetch'], request: RoutedRequest) {
  const headers = await request.allHeaders();
  // `Headers` refuses the pseudo-headers of HTTP/2, such as `:path`, and the fake needs none.
  const fields = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const body = request.postDataBuffer() as Uint8Array<ArrayBuffer> | null;
  const response = await fetch(request.url(), {
    method: request.method(),
    headers: fields,
    ...(body && { body }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/**
 * Connects a fake with pages that Playwright drives.
 *
 * @module
 */
import { isConnectionBroken } from './errors.ts';
import type { Fake } from './fake.ts';

/** The members of Playwright's `Route` that are used. */
interface PlaywrightRoute {
  request(): {
    url(): string;
    method(): string;
    allHeaders(): Promise<Record<string, string>>;
    postDataBuffer(): Uint8Array | null;
  };
  fulfill(response: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
  abort(errorCode: string): Promise<void>;
  fallback(): Promise<void>;
}

/**
 * Creates a handler for `page.route` and `context.route` that responds with a fake. A request that is not
 * below the base URL of the fake goes to the next handler of Playwright. If a fault breaks the connection,
 * the page sees a connection reset.
 *
 * @example
 * await page.route('https://api.example.com/**', createRouteHandler(fake));
 */
export function createRouteHandler(
  fake: Pick<Fake, 'serves' | 'fetch'>,
): (route: PlaywrightRoute) => Promise<void> {
  return async (route) => {
    const request = route.request();
    if (!fake.serves(request.url())) return route.fallback();
    // `Headers` refuses the pseudo-headers of HTTP/2, such as `:path`.
    const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':'));
    const body = request.postDataBuffer() as Uint8Array<ArrayBuffer> | null;
    try {
      const response = await fake.fetch(request.url(), { method: request.method(), headers, body });
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      });
    } catch (error) {
      if (!isConnectionBroken(error)) throw error;
      await route.abort('connectionreset');
    }
  };
}

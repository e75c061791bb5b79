/**
 * Lets Mock Service Worker (msw 2) answer with a fake. Everything public is listed here; what is not, may change.
 *
 * @module
 */
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { Fake } from '../fake/fake.ts';
import { isConnectionBroken } from '../faults/connection-broken-error.ts';

/**
 * The handlers of msw that let a fake answer every request under its base URL: for `setupServer`, `setupWorker` and
 * `server.use`. A connection that a fault breaks is a network error to the client.
 *
 * @example
 * const server = setupServer(...mswHandlers(fake));
 */
export function mswHandlers(fake: Pick<Fake, 'serves' | 'fetch'>): HttpHandler[] {
  return [
    http.all('*', async ({ request }) => {
      // The next handler is asked.
      if (!fake.serves(request.url)) return undefined;
      try {
        return await fake.fetch(request);
      } catch (error) {
        if (isConnectionBroken(error)) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}

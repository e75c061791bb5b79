/**
 * Connects a fake with Mock Service Worker, msw 2 and 3.
 *
 * @module
 */
import { type HttpHandler, HttpResponse, http } from 'msw';
import { isConnectionBroken } from './errors.ts';
import type { Fake } from './fake.ts';

/**
 * Returns handlers of msw with which a fake responds to every request below its base URL, for `setupServer`,
 * `setupWorker` and `server.use`. If a fault breaks the connection, the client gets a network error.
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

/**
 * Connects a fake with Mock Service Worker, msw 2 and 3.
 *
 * @module
 */
import { type HttpHandler, HttpResponse, http } from 'msw';
import { isConnectionBroken } from './errors.ts';
import type { Fake } from './fake.ts';

/**
 * Creates handlers for `setupServer`, `setupWorker` and `server.use` of msw. With them, a fake responds to
 * every request below its base URL. If a fault breaks the connection, the client gets a network error.
 *
 * @example
 * const server = setupServer(...createMswHandlers(fake));
 */
export function createMswHandlers(fake: Pick<Fake, 'serves' | 'fetch'>): HttpHandler[] {
  return [
    http.all('*', async ({ request }) => {
      // msw asks the next handler.
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

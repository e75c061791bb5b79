/**
 * Connects a fake with Mock Service Worker (msw 2). This file lists everything public; the rest may change.
 *
 * @module
 */
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { Fake } from '../fake/fake.ts';
import { checkFake } from '../fake/replace-fetch.ts';
import { isConnectionBroken } from '../faults/connection-broken-error.ts';

/**
 * The handlers of msw with which a fake responds to every request under its base URL: for `setupServer`, `setupWorker`
 * and `server.use`. When a fault breaks the connection, the client gets a network error.
 *
 * @throws {InvalidArgumentError} when `fake` is not a fake.
 *
 * @example
 * const server = setupServer(...mswHandlers(fake));
 */
export function mswHandlers(fake: Pick<Fake, 'serves' | 'fetch'>): HttpHandler[] {
  checkFake(fake);
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

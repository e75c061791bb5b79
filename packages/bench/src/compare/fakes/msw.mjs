import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { firstRecords } from './one-test.mjs';

/** MSW with handlers over a Map. */
export async function begin() {
  /** @type {Map<string, any>} */
  let records = new Map(Object.entries(firstRecords));
  const server = setupServer(
    http.get('https://api.test/:id', ({ params }) => {
      const found = records.get(String(params.id));
      if (found) return HttpResponse.json(found);
      return HttpResponse.json({ error_message: `Resource not found: ${params.id}` }, { status: 404 });
    }),
    http.put('https://api.test/:id', async ({ request, params }) => {
      records.set(String(params.id), await request.json());
      return new HttpResponse(null, { status: 200 });
    }),
  );
  server.listen({ onUnhandledRequest: 'error' });
  return {
    url: 'https://api.test',
    reset() {
      server.resetHandlers();
      records = new Map(Object.entries(firstRecords));
    },
    end: () => server.close(),
  };
}

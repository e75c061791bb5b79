import assert from 'node:assert/strict';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { remove } from './client.mjs';

const records = new Map([['home', { coordinates: { latitude: 1, longitude: 2 } }]]);
const requests = /** @type {string[]} */ ([]);
const server = setupServer(
  http.delete('https://api.test/:id', ({ request, params }) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    records.delete(String(params.id));
    if (requests.length === 1) return HttpResponse.error();
    return new HttpResponse(null, { status: 200 });
  }),
);
server.listen({ onUnhandledRequest: 'error' });
assert.equal((await remove('https://api.test/home')).status, 200);
assert.equal(records.has('home'), false);
assert.deepEqual(requests, ['DELETE /home', 'DELETE /home']);
server.close();

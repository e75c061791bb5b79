import assert from 'node:assert/strict';
import jsonServer from 'json-server';
import { remove } from './client.mjs';

const router = jsonServer.router({ records: [{ id: 'home', coordinates: { latitude: 1, longitude: 2 } }] });
const requests = /** @type {string[]} */ ([]);
const app = jsonServer.create();
app.use((request, response, next) => {
  requests.push(`${request.method} ${request.url}`);
  if (requests.length > 1) return next();
  response.end = () => request.socket.destroy();
  response.write = () => true;
  next();
});
app.use(router);
const server = app.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const { port } = server.address();
// json-server responds with 404 to the second DELETE, and the service with 200.
assert.equal((await remove(`http://127.0.0.1:${port}/records/home`)).status, 404);
assert.equal(router.db.get('records').find({ id: 'home' }).value(), undefined);
assert.deepEqual(requests, ['DELETE /records/home', 'DELETE /records/home']);
server.close();

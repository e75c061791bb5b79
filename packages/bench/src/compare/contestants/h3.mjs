// The service as a user of h3 would write it over a Map: `serve` of h3 listens with srvx. It checks that a body is JSON.
import { getRouterParam, H3, serve } from 'h3';
import { announce } from '../../servers/serve.mjs';

/** @type {Map<string, unknown>} */
const records = new Map();

/** @param {import('h3').H3Event} event */
const idOf = (event) => /** @type {string} */ (getRouterParam(event, 'id', { decode: true }));

const app = new H3({
  silent: true,
  onError(_error, event) {
    event.res.status = 400;
    return { error_message: 'Provided JSON is not valid' };
  },
});

app.get('/', () => [...records]);

app.get('/:id', (event) => {
  const id = idOf(event);
  const location = records.get(id);
  if (location !== undefined) return location;
  event.res.status = 404;
  return { error_message: `Resource not found: ${id}` };
});

app.post('/:id', async (event) => {
  records.set(idOf(event), await event.req.json());
  return '';
});

app.put('/:id', async (event) => {
  const id = idOf(event);
  if (!records.has(id)) {
    event.res.status = 404;
    return { error_message: `Location not found: ${id}` };
  }
  records.set(id, await event.req.json());
  return '';
});

app.delete('/:id', (event) => {
  records.delete(idOf(event));
  return '';
});

const server = await serve(app, { port: 0, hostname: '127.0.0.1', silent: true }).ready();
announce(Number(new URL(/** @type {string} */ (server.url)).port));

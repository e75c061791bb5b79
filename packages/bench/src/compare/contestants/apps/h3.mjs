// The service as a user of h3 would write it over a Map. It checks that a body is JSON.
import { getRouterParam, H3 } from 'h3';

/** @type {Map<string, unknown>} */
const records = new Map();

/** @param {import('h3').H3Event} event */
const idOf = (event) => /** @type {string} */ (getRouterParam(event, 'id', { decode: true }));

/** The app, which does not listen. */
export const app = new H3({
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

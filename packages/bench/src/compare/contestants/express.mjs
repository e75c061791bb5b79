// The service as a user of Express would write it over a Map. Express checks that a body is JSON, and no more.
import express from 'express';
import { announce } from '../../servers/serve.mjs';

/** @type {Map<string, unknown>} */
const records = new Map();
const app = express();
app.use(express.json());

app.get('/', (_req, res) => {
  res.json([...records]);
});

app.get('/:id', (req, res) => {
  const location = records.get(req.params.id);
  if (location === undefined) {
    res.status(404).json({ error_message: `Resource not found: ${req.params.id}` });
    return;
  }
  res.json(location);
});

app.post('/:id', (req, res) => {
  records.set(req.params.id, req.body);
  res.end();
});

app.put('/:id', (req, res) => {
  if (!records.has(req.params.id)) {
    res.status(404).json({ error_message: `Location not found: ${req.params.id}` });
    return;
  }
  records.set(req.params.id, req.body);
  res.end();
});

app.delete('/:id', (req, res) => {
  records.delete(req.params.id);
  res.end();
});

/** @type {import('express').ErrorRequestHandler} */
const onError = (_error, _req, res, _next) => {
  res.status(400).json({ error_message: 'Provided JSON is not valid' });
  return undefined;
};
app.use(onError);

const server = app.listen(0, '127.0.0.1', () => {
  announce(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
});

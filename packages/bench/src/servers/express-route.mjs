// The route that anyone would write with Express to get a record out of a store: it awaits the very lookup that the
// service makes, and answers with `res.json`. The app sends neither `ETag` nor `X-Powered-By`, as the service does not,
// which makes the route cheaper; the answer then differs by `; charset=utf-8` only, which `res.json` insists on.
import { createServer } from 'node:http';
import express from 'express';
import { sayAddress } from './say-address.mjs';
import { storeOf } from './store-of.mjs';

const store = await storeOf(process.argv);
const app = express().disable('etag').disable('x-powered-by');
app.get('/locations/:id', async (req, res) => {
  const location = await store.get(req.params.id);
  if (location) res.json(location);
  else res.status(404).json({ error_message: `Resource not found: ${req.params.id}` });
});
sayAddress(createServer(app));

// A route of Express as a user would write it: it awaits the same lookup in the store as the service, and responds with
// `res.json`. The app sends neither `ETag` nor `X-Powered-By`, as the service does not, which makes the route cheaper. Its
// response differs only by `; charset=utf-8`, which `res.json` always adds.
import { createServer } from 'node:http';
import { createMemoryStore } from '@location-records/core';
import express from 'express';
import { serve } from './serve.mjs';

const [, , id = '', text = ''] = process.argv;
const store = createMemoryStore([[id, JSON.parse(text)]]);
const app = express().disable('etag').disable('x-powered-by');
app.get('/locations/:id', async (req, res) => {
  const location = await store.get(req.params.id);
  if (location) res.json(location);
  else res.status(404).json({ error_message: `Resource not found: ${req.params.id}` });
});
serve(createServer(app));

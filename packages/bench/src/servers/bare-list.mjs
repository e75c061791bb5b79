// A list of records on node:http alone: `bare-list.mjs <records>`. It sends the array of all records as one text on GET of
// `/`, and the first record on any other path.
import { createServer } from 'node:http';
import { recordAt } from '../shared/big-list.mjs';
import { serve } from './serve.mjs';

const [, , records] = process.argv;
const all = Array.from({ length: Number(records) }, (_, index) => recordAt(index));

serve(
  createServer((req, res) => {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(req.url === '/' ? all : all[0]?.[1]));
  }),
);

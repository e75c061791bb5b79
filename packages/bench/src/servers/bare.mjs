// What node:http alone costs. It sends constant bytes with the service's headers on GET, and otherwise reads the body,
// parses it and responds.
import { createServer } from 'node:http';
import { serve } from './serve.mjs';

const [, , constant = ''] = process.argv;
const bytes = Buffer.from(constant);
const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };

serve(
  createServer((req, res) => {
    if (req.method === 'GET') {
      res.writeHead(200, headers).end(bytes);
      return;
    }
    /** @type {Buffer[]} */
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      res.writeHead(200, { 'Content-Length': '0' }).end();
    });
  }),
);

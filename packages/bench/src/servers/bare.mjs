// What node:http alone costs: GET sends constant bytes with the service's headers; PUT reads, parses and responds.
import { createServer } from 'node:http';
import { sayAddress } from './say-address.mjs';

const [, , constant = ''] = process.argv;
const bytes = Buffer.from(constant);
const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };

sayAddress(
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

// What node:http alone costs: `bare.mjs <body>`. Sends the same bytes for every GET; reads and parses the
// body of a write.
import { createServer } from 'node:http';
import { announce } from './announce.mjs';

const body = Buffer.from(process.argv[2] ?? '');
const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };

const server = createServer((req, res) => {
  if (req.method === 'GET') {
    res.writeHead(200, headers).end(body);
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    res.writeHead(200, { 'Content-Length': '0' }).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  announce(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
});

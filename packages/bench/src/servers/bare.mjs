// What node:http alone costs: `bare.mjs <constant> [<large constant>]`. It sends constant bytes with the service's headers
// on GET: the large ones for `/large`, a 404 for `/absent`. Otherwise it reads the body, parses it and responds.
import { createServer } from 'node:http';
import { serve } from './serve.mjs';

const [, , small = '', large = ''] = process.argv;
const absent = JSON.stringify({ error_message: 'Resource not found: absent' });
/** @param {string} text */
const constant = (text) => {
  const bytes = Buffer.from(text);
  return { bytes, headers: { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) } };
};
const constants = { small: constant(small), large: constant(large), absent: constant(absent) };

serve(
  createServer((req, res) => {
    if (req.method === 'GET') {
      const isAbsent = req.url === '/absent';
      const { bytes, headers } = constants[isAbsent ? 'absent' : req.url === '/large' ? 'large' : 'small'];
      res.writeHead(isAbsent ? 404 : 200, headers).end(bytes);
      return;
    }
    /** @type {Buffer[]} */
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => {
      if (req.method !== 'DELETE') JSON.parse(Buffer.concat(chunks).toString());
      res.writeHead(200, { 'Content-Length': '0' }).end();
    });
  }),
);

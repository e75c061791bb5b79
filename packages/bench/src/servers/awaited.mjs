// What a promise for each request costs: `awaited.mjs <constant>`. It does what bare.mjs does for one record, in an async
// function between the request and its response.
import { createServer } from 'node:http';
import { serve } from './serve.mjs';

const bytes = Buffer.from(process.argv[2] ?? '');
const found = {
  body: bytes,
  headers: { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) },
};
const stored = { body: '', headers: { 'Content-Length': '0' } };

/**
 * @param {import('node:http').IncomingMessage} req
 * @returns {Promise<Buffer>}
 */
function readBody(req) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

/** @param {import('node:http').IncomingMessage} req */
async function respond(req) {
  if (req.method === 'GET') return found;
  JSON.parse((await readBody(req)).toString());
  return stored;
}

serve(
  createServer(async (req, res) => {
    const { body, headers } = await respond(req);
    res.writeHead(200, headers).end(body);
  }),
);

// What createListener costs: `constant.mjs <constant>`. Its handler does what bare.mjs does for one record.
import { createServer } from 'node:http';
import { createListener } from '@location-records/adapters/node';
import { serve } from './serve.mjs';

const body = process.argv[2] ?? '';
const found = {
  status: 200,
  headers: { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) },
  body,
};
const stored = { status: 200, headers: { 'Content-Length': '0' }, body: '' };
const decoder = new TextDecoder();

serve(
  createServer(
    createListener(async (request) => {
      if (request.method === 'GET') return found;
      JSON.parse(decoder.decode(await request.body(16_384)));
      return stored;
    }),
  ),
);

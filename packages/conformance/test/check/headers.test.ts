import { createServer } from 'node:http';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type HandlerOptions } from '@location-records/core';
import { expect, it } from 'vitest';
import { listenerOf, started } from '../started-servers.ts';

const secret = 'Bearer c2VjcmV0';
const headers = [
  ['X-Tenant', 'one-of-many'],
  ['Authorization', secret],
] as const;

/** Serves requests with the fields of `headers`, and responds to all others with 401. */
function startProtected(options?: Partial<HandlerOptions>): Promise<string> {
  const listener = listenerOf(createHandler({ store: createMemoryStore(), ...options }));
  return started(
    createServer((req, res) => {
      const isAllowed = headers.every(([name, value]) => req.headers[name.toLowerCase()] === value);
      if (isAllowed) listener(req, res);
      else res.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error_message":"Who is there?"}');
    }),
  );
}

/** Cases of single requests, and of connections of their own. */
const only = ['SPEC 3', 'D22', 'D25', 'reader-slow'];

it('every request has the fields, also on connections of the cases', async () => {
  const report = await checkServer({ url: await startProtected(), only, headers, level: 'service' });
  expect(report.findings).toEqual([]);
});


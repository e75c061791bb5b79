import { createServer } from 'node:http';
import { type CheckOptions, checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler, type LocationRequest } from '@location-records/core';
import { expect, it } from 'vitest';
import { listenerOf, started } from '../started-servers.ts';

const headers = [
  ['X-Tenant', 'tenant-4711'],
  ['Authorization', 'Bearer c2VjcmV0'],
] as const;

/** Checks a service that responds with 401 to requests without the fields: its lists, and connections of the cases. */
async function checkProtected(handle: Handler, options: Partial<CheckOptions>) {
  const listener = listenerOf(handle);
  const url = await started(
    createServer((req, res) => {
      const isAllowed = headers.every(([name, value]) => req.headers[name.toLowerCase()] === value);
      if (isAllowed) listener(req, res);
      else
        res.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error_message":"Who is there?"}');
    }),
  );
  return checkServer({ url, only: ['SPEC 3', 'connection-', 'server-garbage-later'], ...options });
}

const correct = () => createHandler({ store: createMemoryStore() });

it('get a check to a protected service, also on connections of the cases', async () => {
  const report = await checkProtected(correct(), { headers, skip: ['server-garbage-later'] });
  expect(report.findings).toEqual([]);
  expect(report.counts.passed).toBeGreaterThan(30);
  expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
});

it('are needed, each of them', async () => {
  const only = ['state-absent'];
  const { findings } = await checkProtected(correct(), { only, headers: headers.slice(1) });
  expect(findings.map(({ actual }) => actual)).toEqual(['401 {"error_message":"Who is there?"}']);
});

it('are not shown in the report, whose commands name variables', async () => {
  const handle = correct();
  const report = await checkProtected(
    async (request) => {
      const response = await handle(request);
      return request.method === 'GET' && response.status === 200 ? { ...response, status: 203 } : response;
    },
    { headers, only: ['connection-'] },
  );
  const text = JSON.stringify(report);
  for (const [, value] of headers) expect(text).not.toContain(value);
  const commands = report.cases.flatMap(({ failure }) => failure?.commands ?? []);
  expect(commands.filter((line) => line.startsWith('curl')).length).toBeGreaterThan(0);
  for (const line of commands.filter((one) => one.startsWith('curl'))) {
    expect(line).toContain('-H "$HEADER" -H "$HEADER2"');
  }
  const raw = commands.filter((line) => / nc /.test(line));
  expect(raw.length).toBeGreaterThan(0);
  expect(raw.join()).not.toMatch(/x-tenant|authorization/i);
  expect(commands).toContain('# without the fields that every request of the check gets');
});

it('are not shown where the server shows the request in an error page', async () => {
  const page = (request: LocationRequest) => `<pre>${JSON.stringify(request.headers)}</pre>`;
  const { findings } = await checkProtected(
    async (request) => ({ status: 500, headers: {}, body: page(request) }),
    { headers, only: ['state-absent'] },
  );
  expect(findings.map(({ actual }) => actual)).toEqual([expect.stringContaining('"Bearer $HEADER"')]);
  expect(JSON.stringify(findings)).not.toMatch(/tenant-4711|c2VjcmV0/);
});

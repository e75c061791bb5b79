import { createServer } from 'node:http';
import { type CheckOptions, checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler, type LocationRequest } from '@location-records/core';
import { expect, it } from 'vitest';
import { checkedServer, parseCheckUrl } from '../../src/check/checked-server.ts';
import { describeFailure } from '../../src/check/describe-failure.ts';
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
  expect(report.counts.failed).toBe(0);
  expect(report.counts.passed).toBeGreaterThan(30);
  expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
});

it.each([
  ['missing', [], 'give it a token with the option headers (--header), such as "Authorization: Bearer abc".'],
  ['not complete', headers.slice(1), 'correct the fields of the option headers (--header).'],
])('end the check at once when they are %s', async (_, given, advice) => {
  const message = expect.stringMatching(/^http:\S+ responds to every request with 401; /);
  const failure = await checkProtected(correct(), { headers: given }).catch((error) => error);
  expect(failure).toMatchObject({ code: 'CHECK_UNAUTHORIZED', message });
  expect(failure.message).toContain(advice);
});

it('are not needed where only the list is protected', async () => {
  const handle = correct();
  const url = await started(
    createServer((req, res) => {
      if (req.url === '/') res.writeHead(403).end();
      else listenerOf(handle)(req, res);
    }),
  );
  const { counts } = await checkServer({ url, only: ['state-absent', 'list-pairs'] });
  expect(counts).toMatchObject({ passed: 1, failed: 1 });
});

it('are not shown in the report, whose commands name variables', async () => {
  const handle = correct();
  const wrong: Handler = async (request) => {
    const response = await handle(request);
    return request.method === 'GET' && response.status === 200 ? { ...response, status: 203 } : response;
  };
  const reports = [
    await checkProtected(wrong, { headers, only: ['connection-many'] }),
    await checkProtected(wrong, { headers, only: ['connection-byte-by-byte'] }),
  ];
  const text = JSON.stringify(reports);
  for (const [, value] of headers) expect(text).not.toContain(value);
  const commands = reports.flatMap(({ cases }) => cases.flatMap(({ failure }) => failure?.commands ?? []));
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
  const { cases } = await checkProtected(
    async (request) => ({ status: 500, headers: {}, body: page(request) }),
    { headers, only: ['state-absent'] },
  );
  const failure = cases.find(({ id }) => id === 'state-absent')?.failure;
  expect(failure?.actual).toContain('"authorization":["$HEADER"]');
  expect(JSON.stringify(cases)).not.toMatch(/tenant-4711|c2VjcmV0/);
});

it.each([
  ['a page of fields', '<li>X-Key: abc</li>', '<li>X-Key: $HEADER</li>'],
  ['JSON', '{"x-key":["abc"],"abc":1}', '{"x-key":["$HEADER"],"abc":1}'],
  ['the environment of a program', 'HTTP_X_KEY=abc', 'HTTP_X_KEY=$HEADER'],
  ['HTML', '&quot;x-key&quot;: &quot;abc&quot;', '&quot;x-key&quot;: &quot;$HEADER&quot;'],
  ['no field', 'x-key abcd, abc', 'x-key abcd, abc'],
])('are hidden behind their names where they are short, in %s', (_, text, shown) => {
  const server = checkedServer(parseCheckUrl('http://127.0.0.1:1'), {
    timeout: 1,
    insecure: false,
    fields: [['X-Key', 'abc']],
  });
  const violation = { error: new Error(text), sent: [], level: 'service' } as const;
  expect(describeFailure(violation, 'SPEC 3', server).actual).toBe(shown);
});

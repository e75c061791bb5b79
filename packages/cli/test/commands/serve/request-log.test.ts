import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestSummary } from '@location-records/adapters/node';
import { expect, onTestFinished, test } from 'vitest';
import { createRequestLog, type RequestEvent } from '../../../src/commands/serve/request-log.ts';
import { serveHere } from '../../run-here.ts';

const summary: RequestSummary = {
  method: 'GET',
  target: '/a',
  status: 404,
  durationMs: 1,
  bytesSent: 100,
  isAborted: false,
  errorCode: undefined,
  explanation: undefined,
  remoteAddress: '127.0.0.1',
  message: undefined,
};

/** What the log has of a request. */
function logged(own: Partial<RequestSummary>, basePath?: string): RequestEvent[] {
  const events: RequestEvent[] = [];
  createRequestLog((event) => events.push(event), { basePath }).observe({ ...summary, ...own });
  return events;
}

/** A request with these fields. */
function withFields(headers: Readonly<Record<string, string>>): Partial<RequestSummary> {
  return { message: { headers } as unknown as RequestSummary['message'] };
}

const ours = expect.stringMatching(/^[\da-f]{8}-1$/);

test.each([
  ['a', 'a'],
  ['7b1e-42f0_x.y/z=', '7b1e-42f0_x.y/z='],
  ['x'.repeat(128), 'x'.repeat(128)],
  ['x'.repeat(129), ours],
  ['', ours],
  ['a b', ours],
  ['a\u001b[31m', ours],
  ['caf\u00e9', ours],
])('the log has X-Request-Id %j as %j', (given, requestId) => {
  expect(logged(withFields({ 'x-request-id': given }))).toMatchObject([{ requestId }]);
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

test.each([
  [`00-${traceId}-${span}-01`, traceId],
  [`01-${traceId}-${span}-01`, traceId],
  [`01-${traceId}-${span}-01-more`, traceId],
  [`00-${traceId}-${span}-01-more`, undefined],
  [`ff-${traceId}-${span}-01`, undefined],
  [`00-${'0'.repeat(32)}-${span}-01`, undefined],
  [`00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  [`00-${traceId.toUpperCase()}-${span}-01`, undefined],
  [`00-${traceId}-${span}`, undefined],
  [`00-${traceId}-${span}-01, 00-${traceId}-${span}-01`, undefined],
  ['x', undefined],
])('the trace of traceparent %s is %s in the log', (traceparent, expected) => {
  expect(logged(withFields({ traceparent }))).toMatchObject([{ traceId: expected }]);
});

test.each([
  [{ target: '/-/livez', status: 200 }, false],
  [{ target: '/-/readyz?verbose', status: 200 }, false],
  [{ target: '/-/events', status: 200 }, false],
  [{ target: '/-/readyz', status: 503 }, true],
  [{ target: '/-/metrics', status: 200 }, true],
  [{ target: '/a#/-/livez', status: 200 }, true],
  [{ target: '/a?/-/livez', status: 200 }, true],
  [{ target: '/livez', status: 200 }, true],
])('whether %j is logged: %j', (own, isLogged) => {
  expect(logged(own)).toHaveLength(isLogged ? 1 : 0);
});

test('probes below the base path are not logged', () => {
  expect(logged({ target: '/v1/-/livez', status: 200 }, '/v1')).toEqual([]);
  expect(logged({ target: '/-/livez', status: 200 }, '/v1')).toHaveLength(1);
});

test('a line of the log has the name of the token, and no response has the id of a request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'tokens.txt');
  const digest = createHash('sha256').update('secret').digest('hex');
  await writeFile(file, `dashboard:read:${digest}\n`, { mode: 0o600 });
  const server = await serveHere(['--token-file', file, '--log', 'json']);
  const headers = { Authorization: 'Bearer secret', 'X-Request-Id': 'given' };
  const response = await fetch(new URL('/a', server.url), { headers });
  expect(response.status).toBe(404);
  expect(response.headers.get('x-request-id')).toBeNull();
  await (await fetch(new URL('/a', server.url))).text();
  await server.stop();
  const lines = server.stdout.text.split('\n').filter((line) => line.includes('"event":"request"'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: 'given', token: 'dashboard', status: 404 },
    { status: 401 },
  ]);
  expect(lines[1]).not.toContain('"token"');
  expect(server.stdout.text + server.stderr.text).not.toContain('secret');
});

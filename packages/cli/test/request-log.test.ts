import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { type LogEntry, logRequests } from '../src/request-log.ts';

/** What is taken down of a request with this target. */
function entryOf(url: string): LogEntry | undefined {
  const server = new EventEmitter();
  const entries: LogEntry[] = [];
  logRequests(server as Server, { request: (entry) => entries.push(entry), refusal: () => {} });
  const res = Object.assign(new EventEmitter(), {
    headersSent: true,
    statusCode: 404,
    writableFinished: true,
  });
  server.emit('request', { method: 'GET', url }, res);
  res.emit('close');
  return entries[0];
}

test.each([
  ['/a', '/a'],
  ['/caf%C3%A9~/!', '/caf%C3%A9~/!'],
  ['/a?token=secret', '/a'],
  ['/\u009b31m\u001b\u00e9 ?x', '/%9b31m%1b%e9%20'],
  ['*', '*'],
])('the target %j is shown as %j', (url, path) => {
  expect(entryOf(url)).toMatchObject({ method: 'GET', path, status: 404, isAborted: false });
});

test('the moment and the duration fit together', () => {
  const before = Date.now();
  const { time, durationMs } = entryOf('/a') as LogEntry;
  expect(durationMs).toBeGreaterThanOrEqual(0);
  expect(time.getTime()).toBeGreaterThanOrEqual(before - 1);
});

test('errors of the connection are no requests', () => {
  const server = new EventEmitter();
  const codes: string[] = [];
  logRequests(server as Server, { request: () => {}, refusal: (code) => codes.push(code) });
  for (const code of ['HPE_INVALID_URL', 'ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT', undefined]) {
    server.emit('clientError', Object.assign(new Error('a'), { code }));
  }
  expect(codes).toEqual(['HPE_INVALID_URL', 'ERR_HTTP_REQUEST_TIMEOUT']);
});

import { expect, test } from 'vitest';
import { createRequestLog, type LogEntry } from '../../../src/commands/serve/request-log.ts';

/** What is written of a request with this target. */
function entryOf(target: string): LogEntry | undefined {
  const entries: LogEntry[] = [];
  createRequestLog((entry) => entries.push(entry)).observe({
    method: 'GET',
    target,
    status: 404,
    durationMs: 1,
    bytesSent: 100,
    isAborted: false,
    errorCode: undefined,
    explanation: { clause: 'SPEC 4.1', reason: 'it is absent' },
    remoteAddress: '::ffff:127.0.0.1',
    message: undefined,
  });
  return entries[0];
}

test.each([
  ['/a', '/a'],
  ['/caf%C3%A9~/!', '/caf%C3%A9~/!'],
  ['/a?token=secret', '/a'],
  ['/\u009b31m\u001b\u00e9 ?x', '/%9b31m%1b%e9%20'],
  ['*', '*'],
])('the target %j is shown as %j', (target, path) => {
  expect(entryOf(target)).toMatchObject({ method: 'GET', path, status: 404, isAborted: false });
});

test('the moment and the duration fit together', () => {
  const before = Date.now();
  const { time, durationMs } = entryOf('/a') as LogEntry;
  expect(durationMs).toBe(1);
  expect(time.getTime()).toBeGreaterThanOrEqual(before - 2);
});

test('an IPv4 address is shown as such, and an explanation only where it is asked for', () => {
  expect(entryOf('/a')).toMatchObject({ client: '127.0.0.1', explanation: undefined });
});

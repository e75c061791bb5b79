import { describe, expect, test } from 'vitest';
import {
  createOutput,
  errorEvent,
  jsonLine,
  type LogEvent,
  prettyLine,
} from '../../../src/commands/serve/log-lines.ts';
import { createRequestLog, type RequestEvent } from '../../../src/commands/serve/request-log.ts';
import { paintFor } from '../../../src/output/paint.ts';
import { Kept } from '../../run-here.ts';

const request: RequestEvent = {
  time: new Date(2026, 0, 2, 3, 4, 5, 6),
  event: 'request',
  requestId: '1a2b3c4d-7',
  client: '192.0.2.1',
  method: 'GET',
  path: '/a',
  status: 200,
  durationMs: 0.412,
  bytesSent: 194,
  hasFailed: false,
};
const error = new Error('The disk is full.', { cause: new Error('ENOSPC\n\u001b[31m\u202e') });
const failed = { requestId: '1a2b3c4d-7', client: '192.0.2.1', method: 'PUT', path: '/a' };

describe('a line for people', () => {
  const plain = paintFor({ stdout: new Kept(), env: {} });

  test.each<[Partial<RequestEvent>, string]>([
    [{}, 'GET /a 200 0.4 ms 194 B 192.0.2.1'],
    [{ aborted: true }, 'GET /a 200 0.4 ms 194 B 192.0.2.1 aborted'],
    [
      { status: null, client: undefined, aborted: true, code: 'HPE_INVALID_CHUNK_SIZE' },
      'GET /a - 0.4 ms 194 B - aborted HPE_INVALID_CHUNK_SIZE',
    ],
    [
      { clause: 'D29', reason: 'unknown member "x"' },
      'GET /a 200 0.4 ms 194 B 192.0.2.1 (D29: unknown member "x")',
    ],
    [{ status: 500, hasFailed: true }, 'GET /a 500 0.4 ms 194 B 192.0.2.1 1a2b3c4d-7'],
    [{ method: null, path: null, status: 400 }, '(not understood) 400 0.4 ms 194 B 192.0.2.1'],
  ])('shows a request with %j', (own, line) => {
    expect(prettyLine({ ...request, ...own }, plain)).toBe(`03:04:05.006 ${line}`);
  });

  test.each([
    [200, '32'],
    [404, '33'],
    [500, '31'],
    [null, '31'],
  ])('shows the status %s in the colour %s on a terminal, unless NO_COLOR is set', (status, colour) => {
    const stdout = new Kept({ isTTY: true });
    const line = (env: object) => prettyLine({ ...request, status }, paintFor({ stdout, env: { ...env } }));
    expect(line({})).toContain(`\u001b[${colour}m${status ?? '-'}\u001b[0m`);
    expect(line({ NO_COLOR: '1' })).not.toContain('\u001b');
  });

  const replacing = { event: 'replacing', pid: 12, exitCode: null, signal: 'SIGKILL', afterMs: 0 } as const;
  test.each<[LogEvent, string]>([
    [errorEvent(error, failed), 'PUT /a: The disk is full: ENOSPC \\u001b[31m\\u202e (1a2b3c4d-7)'],
    [errorEvent('odd'), 'odd'],
    [replacing, 'worker 12 has ended (SIGKILL); another one starts at once'],
    [
      { ...replacing, exitCode: 1, signal: null, error: 'The disk is full.', afterMs: 400 },
      'worker 12 has ended (exit code 1: The disk is full); another one starts in 0.4 s',
    ],
    [{ ...replacing, pid: undefined, error: 'No memory.' }, 'No memory; the command tries again at once'],
    [
      { event: 'stopping', signal: 'SIGINT', requests: 3, graceMs: 10_000 },
      'waiting for 3 requests, up to 10 s; Ctrl-C again stops at once',
    ],
    [
      { event: 'indexing', step: 'begin', records: 1_000_000 },
      'building the index of area queries for 1,000,000 records; writes and area queries wait for it',
    ],
    [
      { event: 'indexing', step: 'end', records: 1_000_000, durationMs: 2345 },
      'the index of area queries is complete after 2.3 s',
    ],
    [{ event: 'stopped', requestsCut: 1 }, '1 request cut off, not finished within --grace'],
  ])('shows %j', (event, line) => {
    expect(prettyLine(event, plain)).toBe(`location-records: ${line}`);
  });
});

describe('a line of JSON', () => {
  test('has the fields of a request', () => {
    const line = jsonLine({ ...request, time: new Date('2026-01-02T03:04:05.006Z') } as RequestEvent);
    expect(line).toBe(
      '{"time":"2026-01-02T03:04:05.006Z","event":"request","requestId":"1a2b3c4d-7","client":"192.0.2.1",' +
        '"method":"GET","path":"/a","status":200,"durationMs":0.412,"bytesSent":194}',
    );
  });

  test('has the fields of a failure and of its request', () => {
    expect(JSON.parse(jsonLine(errorEvent(Object.assign(error, { code: 'X' }), failed)))).toEqual({
      time: expect.stringMatching(/Z$/),
      event: 'error',
      ...failed,
      error: 'The disk is full: ENOSPC \\u001b[31m\\u202e',
      code: 'X',
    });
  });
});

test.each([
  ['/a', '/a'],
  ['/caf%C3%A9~/!', '/caf%C3%A9~/!'],
  ['/a?token=secret', '/a'],
  ['/\u009b31m\u001b\u00e9 ?x', '/%9b31m%1b%e9%20'],
  ['*', '*'],
])('the log shows the target %j as %j, and an IPv4 address as such', (target, path) => {
  const events: RequestEvent[] = [];
  createRequestLog((event) => events.push(event)).observe({
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
  expect(events).toMatchObject([
    { method: 'GET', path, status: 404, client: '127.0.0.1', clause: undefined },
  ]);
});

test.each([true, false])('lines of JSON on a terminal: %j, escape what it would obey', async (isTTY) => {
  const [stdout, stderr] = [new Kept({ isTTY }), new Kept()];
  const output = createOutput({ quiet: false, log: 'json' }, { stdout, stderr, env: {} });
  const reason = 'unknown member "\u202e\u009b"';
  output.report({ ...request, reason });
  await output.flush();
  expect(stdout.text.includes('\\u202e\\u009b')).toBe(isTTY);
  expect(stdout.text.includes('\u202e')).toBe(!isTTY);
  expect(JSON.parse(stdout.text).reason).toBe(reason);
});

test('the pretty line of a request escapes the reason', () => {
  const line = prettyLine(
    { ...request, clause: 'D29', reason: 'a\u202e' },
    paintFor({ stdout: new Kept(), env: {} }),
  );
  expect(line).toContain('(D29: a\\u202e)');
});

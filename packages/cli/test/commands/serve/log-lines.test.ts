import { describe, expect, test } from 'vitest';
import { jsonLines, prettyLines } from '../../../src/commands/serve/log-lines.ts';
import type { LogEntry } from '../../../src/commands/serve/request-log.ts';
import { paintFor } from '../../../src/output/paint.ts';
import { Kept } from '../../run-here.ts';

const entry: LogEntry = {
  time: new Date(2026, 0, 2, 3, 4, 5, 6),
  requestId: '1a2b3c4d-7',
  client: '192.0.2.1',
  method: 'GET',
  path: '/a',
  status: 200,
  durationMs: 0.41239,
  bytesSent: 194,
  isAborted: false,
  hasFailed: false,
};
const explanation = { clause: 'D29', reason: 'unknown member "descripton"' };
const error = new Error('The disk is full.', { cause: new Error('ENOSPC\n\u001b[31m\u202e') });
const request = { requestId: '1a2b3c4d-7', client: '192.0.2.1', method: 'PUT', path: '/a' };
const pretty = prettyLines(paintFor({ stdout: new Kept(), env: {} }));

describe('for a person', () => {
  test('a request', () => {
    expect(pretty.request(entry)).toBe('03:04:05.006 GET /a 200 0.4 ms 194 B 192.0.2.1');
  });

  test('a request that was broken off', () => {
    expect(pretty.request({ ...entry, isAborted: true })).toMatch(/ 200 0\.4 ms 194 B 192\.0\.2\.1 aborted$/);
    const withoutResponse = {
      ...entry,
      status: undefined,
      client: undefined,
      isAborted: true,
      errorCode: 'HPE_INVALID_CHUNK_SIZE',
    };
    expect(pretty.request(withoutResponse)).toMatch(
      / GET \/a - 0\.4 ms 194 B - aborted HPE_INVALID_CHUNK_SIZE$/,
    );
  });

  test('a request, and the reason for its response', () => {
    expect(pretty.request({ ...entry, isAborted: true, errorCode: 'X', explanation })).toMatch(
      / aborted X \(D29: unknown member "descripton"\)$/,
    );
  });

  test('a request that failed has the id of its error line', () => {
    expect(pretty.request({ ...entry, status: 500, hasFailed: true })).toMatch(/ 192\.0\.2\.1 1a2b3c4d-7$/);
  });

  test('something that was not understood', () => {
    const garbage = {
      ...entry,
      method: undefined,
      path: undefined,
      status: 400,
      errorCode: 'HPE_INVALID_METHOD',
    };
    expect(pretty.request(garbage)).toBe(
      '03:04:05.006 (not understood) 400 0.4 ms 194 B 192.0.2.1 HPE_INVALID_METHOD',
    );
  });

  test.each([
    [200, '32'],
    [404, '33'],
    [500, '31'],
    [undefined, '31'],
  ])('the status %s has the colour %s on a terminal, unless NO_COLOR is set', (status, colour) => {
    const stdout = new Kept({ isTTY: true });
    const coloured = prettyLines(paintFor({ stdout, env: {} }));
    expect(coloured.request({ ...entry, status })).toContain(`\u001b[${colour}m${status ?? '-'}\u001b[0m`);
    const plain = prettyLines(paintFor({ stdout, env: { NO_COLOR: '1' } }));
    expect(plain.request({ ...entry, status })).not.toContain('\u001b');
  });

  test('a failure, with its cause, on one line', () => {
    expect(pretty.failure({ error, request })).toBe(
      'location-records: PUT /a: The disk is full: ENOSPC \\u001b[31m\\u202e (1a2b3c4d-7)',
    );
    expect(pretty.failure({ error: 'odd' })).toBe('location-records: odd');
  });

  test('a worker that has ended', () => {
    expect(pretty.replacing({ pid: 12, exitCode: null, signal: 'SIGKILL', afterMs: 0 })).toBe(
      'location-records: worker 12 has ended (SIGKILL); another one starts at once',
    );
    const failed = { pid: 12, exitCode: 1, signal: null, error: 'The disk is full.', afterMs: 400 };
    expect(pretty.replacing(failed)).toBe(
      'location-records: worker 12 has ended (exit code 1: The disk is full); another one starts in 0.4 s',
    );
    const absent = { pid: undefined, exitCode: null, signal: null, error: 'No memory.', afterMs: 400 };
    expect(pretty.replacing(absent)).toBe('location-records: No memory; the command tries again in 0.4 s');
  });

  test('what is waited for, and what was cut', () => {
    expect(pretty.stopping({ signal: 'SIGINT', requests: 3, grace: 10 })).toBe(
      'location-records: waiting for 3 requests, up to 10 s; Ctrl-C again stops at once',
    );
    expect(pretty.stopped({ requestsCut: 1, grace: 10 })).toBe(
      'location-records: 1 request cut off, not finished within 10 s',
    );
  });
});

describe('for a program', () => {
  test('a request', () => {
    expect(jsonLines.request({ ...entry, time: new Date('2026-01-02T03:04:05.006Z') })).toBe(
      '{"time":"2026-01-02T03:04:05.006Z","event":"request","requestId":"1a2b3c4d-7","client":"192.0.2.1",' +
        '"method":"GET","path":"/a","status":200,"durationMs":0.412,"bytesSent":194}',
    );
  });

  test('a request that was broken off', () => {
    const errorCode = 'ERR_HTTP_REQUEST_TIMEOUT';
    const line = jsonLines.request({ ...entry, status: undefined, isAborted: true, errorCode });
    expect(JSON.parse(line)).toMatchObject({ status: null, aborted: true, code: errorCode });
  });

  test('a request, and the reason for its response', () => {
    expect(JSON.parse(jsonLines.request({ ...entry, explanation }))).toMatchObject(explanation);
  });

  test('something that was not understood', () => {
    const line = jsonLines.request({ ...entry, method: undefined, path: undefined, status: 431 });
    expect(JSON.parse(line)).toMatchObject({ method: null, path: null, status: 431 });
  });

  test('a failure, with its cause and its code, by the names of a request', () => {
    const failure = JSON.parse(jsonLines.failure({ error: Object.assign(error, { code: 'X' }), request }));
    expect(failure).toEqual({
      time: expect.stringMatching(/Z$/),
      event: 'error',
      ...request,
      error: 'The disk is full: ENOSPC \\u001b[31m\\u202e',
      code: 'X',
    });
    const names = Object.keys(JSON.parse(jsonLines.request(entry)));
    expect(names).toEqual(expect.arrayContaining(['time', 'event', ...Object.keys(request)]));
  });

  test.each([
    [
      jsonLines.listening({ url: 'http://127.0.0.1:1', store: 'in memory' }),
      { event: 'listening', url: 'http://127.0.0.1:1' },
    ],
    [
      jsonLines.stopping({ signal: 'SIGTERM', requests: 2, grace: 10 }),
      { event: 'stopping', signal: 'SIGTERM', requests: 2, graceMs: 10_000 },
    ],
    [jsonLines.stopped({ requestsCut: 2, grace: 10 }), { event: 'stopped', requestsCut: 2 }],
    [
      jsonLines.replacing({ pid: 12, exitCode: 1, signal: null, error: 'The disk is full.', afterMs: 400 }),
      { event: 'replacing', pid: 12, exitCode: 1, signal: null, error: 'The disk is full.', afterMs: 400 },
    ],
    [jsonLines.gap(3), { event: 'dropped', lines: 3 }],
  ])('an event of the service: %s', (line, event) => {
    expect(JSON.parse(line)).toMatchObject({ time: expect.stringMatching(/Z$/), ...event });
  });
});

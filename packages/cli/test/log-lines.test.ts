import { describe, expect, test } from 'vitest';
import { jsonLines, prettyLines } from '../src/log-lines.ts';

const entry = {
  time: new Date('2026-01-02T03:04:05.006Z'),
  method: 'GET',
  path: '/a',
  status: 200,
  durationMs: 0.41239,
  isAborted: false,
};
const explanation = { clause: 'D29', reason: 'unknown member "descripton"' };
const error = new Error('The disk is full.', { cause: new Error('ENOSPC\n\u001b[31m') });
const request = { method: 'PUT', target: '/a' };

describe('for a person', () => {
  test('a request', () => {
    expect(prettyLines.request(entry)).toBe('GET /a 200 0.4 ms');
  });

  test('a request that was broken off', () => {
    expect(prettyLines.request({ ...entry, isAborted: true })).toBe('GET /a 200 0.4 ms aborted');
    expect(
      prettyLines.request({ ...entry, status: undefined, isAborted: true, code: 'HPE_INVALID_CHUNK_SIZE' }),
    ).toBe('GET /a - 0.4 ms aborted HPE_INVALID_CHUNK_SIZE');
  });

  test('a request, and why it was answered so', () => {
    expect(prettyLines.request({ ...entry, explanation })).toBe(
      'GET /a 200 0.4 ms (D29: unknown member "descripton")',
    );
    expect(prettyLines.request({ ...entry, isAborted: true, code: 'X', explanation })).toBe(
      'GET /a 200 0.4 ms aborted X (D29: unknown member "descripton")',
    );
  });

  test('something that is no request', () => {
    expect(prettyLines.refusal('HPE_INVALID_URL')).toBe('(no request) HPE_INVALID_URL');
  });

  test('a failure, with its cause, on one line', () => {
    expect(prettyLines.failure({ error, request })).toBe(
      'location-records: PUT /a: The disk is full: ENOSPC \\u001b[31m',
    );
    expect(prettyLines.failure({ error: 'odd' })).toBe('location-records: odd');
  });
});

describe('for a program', () => {
  test('a request', () => {
    expect(jsonLines.request(entry)).toBe(
      '{"time":"2026-01-02T03:04:05.006Z","method":"GET","path":"/a","status":200,"durationMs":0.412}',
    );
  });

  test('a request that was broken off', () => {
    const line = jsonLines.request({
      ...entry,
      status: undefined,
      isAborted: true,
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    expect(JSON.parse(line)).toMatchObject({ status: null, aborted: true, code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  });

  test('a request, and why it was answered so', () => {
    expect(JSON.parse(jsonLines.request({ ...entry, explanation }))).toMatchObject(explanation);
  });

  test('something that is no request', () => {
    expect(JSON.parse(jsonLines.refusal('HPE_INVALID_URL'))).toMatchObject({
      status: null,
      code: 'HPE_INVALID_URL',
    });
  });

  test('a failure, with its cause and its code', () => {
    const failure = JSON.parse(jsonLines.failure({ error: Object.assign(error, { code: 'X' }), request }));
    expect(failure).toEqual({
      time: expect.stringMatching(/Z$/),
      method: 'PUT',
      target: '/a',
      error: 'The disk is full: ENOSPC \\u001b[31m',
      code: 'X',
    });
  });

  test('lines that were dropped', () => {
    expect(JSON.parse(jsonLines.gap(3))).toMatchObject({ droppedLines: 3 });
  });
});

import { describe, expect, it } from 'vitest';
import { expectEqual } from '../../src/contract-error.ts';
import { expectAllow, expectDone, expectJson } from '../../src/http/expect.ts';
import { expectHead, expectProblem } from '../../src/http/expect-problem.ts';
import { parseList } from '../../src/http/records.ts';
import type { CaseResponse } from '../../src/http/service.ts';

function response(status: number, headers: CaseResponse['headers'], body = ''): CaseResponse {
  return { status, headers, body: new TextEncoder().encode(body) };
}

const json = { 'content-type': ['application/json'] };
const empty = { 'content-length': ['0'] };
const violated = expect.objectContaining({ code: 'CONTRACT_VIOLATED' });

describe('expectDone', () => {
  it('accepts 200, empty, without a content type', () => {
    expect(() => expectDone(response(200, empty))).not.toThrow();
  });

  it.each([['no-store'], ['No-Cache'], ['private, no-cache, max-age=60'], ['max-age=0', 'no-store']])(
    'accepts Cache-Control: %s',
    (...lines) => {
      expect(() => expectDone(response(200, { ...empty, 'cache-control': lines }))).not.toThrow();
    },
  );

  it.each([
    ['another status', response(201, empty)],
    ['a body', response(200, { 'content-length': ['2'] }, '{}')],
    ['a content type', response(200, { ...empty, ...json })],
    ['no length', response(200, {})],
    ['a repeated length', response(200, { 'content-length': ['0', '0'] })],
    ['a location', response(200, { ...empty, location: ['/a'] })],
    ['an entity tag', response(200, { ...empty, etag: ['"a"'] })],
    ['a framework', response(200, { ...empty, 'x-powered-by': ['Express'] })],
    ['a time of expiry', response(200, { ...empty, expires: ['0'] })],
    ['an age', response(200, { ...empty, age: ['0'] })],
    ['a lifetime', response(200, { ...empty, 'cache-control': ['max-age=60'] })],
    ['a lifetime for caches', response(200, { ...empty, 'cache-control': ['public', 's-maxage=60'] })],
    ['a lifetime for networks', response(200, { ...empty, 'cdn-cache-control': ['max-age=60'] })],
    ['a lifetime for surrogates', response(200, { ...empty, 'surrogate-control': ['max-age=60'] })],
    ['a limited no-cache', response(200, { ...empty, 'cache-control': ['no-cache="Set-Cookie"'] })],
  ])('refuses %s', (_, actual) => {
    expect(() => expectDone(actual)).toThrow(violated);
  });
});

describe('expectJson', () => {
  const headers = { ...json, 'content-length': ['4'] };

  it('accepts exactly this text, counted in bytes', () => {
    expect(() => expectJson(response(200, headers, '"é"'), 200, '"é"')).not.toThrow();
  });

  it.each([
    ['another text', response(200, headers, '"ab"')],
    ['another status', response(404, headers, '"é"')],
    ['a byte order mark', response(200, { ...json, 'content-length': ['7'] }, '\u{feff}"é"')],
    ['another length', response(200, { ...json, 'content-length': ['3'] }, '"é"')],
    ['no content type', response(200, { 'content-length': ['4'] }, '"é"')],
    ['a charset', response(200, { ...headers, 'content-type': ['application/json; charset=utf-8'] }, '"é"')],
    [
      'a repeated content type',
      response(200, { ...headers, 'content-type': ['application/json', 'application/json'] }, '"é"'),
    ],
  ])('refuses %s', (_, actual) => {
    expect(() => expectJson(actual, 200, '"é"')).toThrow(violated);
  });
});

describe('the other expectations', () => {
  it('compare an Error object as its text', () => {
    const text = '{"error_message":"a"}';
    const actual = response(400, { ...json, 'content-length': [`${text.length}`] }, text);
    expect(() => expectProblem(actual, 400, 'a')).not.toThrow();
    expect(() => expectProblem(actual, 400, 'b')).toThrow(violated);
  });

  it('compare a response to HEAD by its length', () => {
    expect(() => expectHead(response(200, { ...json, 'content-length': ['4'] }), 200, '"é"')).not.toThrow();
    expect(() => expectHead(response(200, { ...json, ...empty }), 200, '"é"')).toThrow(violated);
    expect(() => expectHead(response(200, { ...json, 'content-length': ['4'] }, '"é"'), 200, '"é"')).toThrow(
      violated,
    );
  });

  it('compare Allow as a whole', () => {
    expect(() =>
      expectAllow(response(200, { allow: ['GET, HEAD, POST, PUT, DELETE, OPTIONS'] })),
    ).not.toThrow();
    expect(() => expectAllow(response(200, { allow: ['GET'] }))).toThrow(violated);
  });

  it('compare values, and name both', () => {
    expect(() => expectEqual('actual', [1], [1])).not.toThrow();
    expect(() => expectEqual('actual', undefined, null)).toThrow(violated);
    expect(() => expectEqual('actual', '1', 1)).toThrow('actual: expected 1, got "1"');
  });

  it.each([
    ['no array', '{}'],
    ['white space', '[ ]'],
    ['an identifier twice', '[["a",1],["a",2]]'],
  ])('refuse a list that is %s', (_, text) => {
    expect(() => parseList(response(200, json, text))).toThrow(violated);
  });

  it.each([
    ['is not there', 404, '{"error_message":"Route not found"}'],
    ['is not JSON', 200, '<ul></ul>'],
  ])('blame the list where it %s', (_, status, text) => {
    expect(() => parseList(response(status, json, text))).toThrow(
      expect.objectContaining({ clause: 'SPEC 4.7' }),
    );
  });

  it('show bytes that are not UTF-8', () => {
    const body = Uint8Array.of(0x22, 0xe9, 0x22);
    expect(() => expectJson({ status: 200, headers: json, body }, 200, '"é"')).toThrow(
      expect.objectContaining({ clause: 'D35', actual: expect.stringContaining('"é"') }),
    );
  });
});

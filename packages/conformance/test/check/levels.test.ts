import { createServer } from 'node:http';
import { ContractError, httpContract } from '@location-records/conformance';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { startNginx } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Exchange, levelOfCase, levelOfViolation } from '../../src/check/levels.ts';
import type { CaseRequest } from '../../src/http/service.ts';
import { listenerOf, started } from '../started-servers.ts';

function caseOf(id: string) {
  const found = httpContract.find((httpCase) => httpCase.id === id);
  if (!found) throw new Error(`No case is called ${id}.`);
  return found;
}

/** A case that leaves its bytes to the service that it is given. */
const ordinary = caseOf('state-life');
const violation = new ContractError('response', 200, 400);
const html = response('text/html; charset=utf-8', '<h1>Bad Request</h1>');
/** As the service writes its errors. */
const json = response('application/json', '{"error_message":"Bad request"}');

function response(type: string, body: string): Exchange['response'] {
  return { status: 400, headers: { 'content-type': [type] }, body: new TextEncoder().encode(body) };
}

/** The level of a violation in the response to this request, which is HTML unless told otherwise. */
function levelOf(request: Partial<CaseRequest>, response: Exchange['response'] = html) {
  return levelOfViolation(ordinary, violation, {
    request: { method: 'GET', target: '/a', ...request },
    response,
  });
}

describe('a case', () => {
  it.each([
    ['state-life', 'service'],
    ['server-no-http', 'server'],
    ['reader-slow', 'server'],
  ])('such as %s concerns the %s', (id, level) => {
    expect(levelOfCase(caseOf(id))).toBe(level);
  });
});

/** Requests that a server or a proxy may refuse itself. */
const unusual: readonly (readonly [what: string, request: Partial<CaseRequest>])[] = [
  ['an unknown method', { method: 'FROBNICATE' }],
  ['a method in lower case', { method: 'get' }],
  ['PATCH', { method: 'PATCH' }],
  ['a URL as its target', { target: 'http://localhost/a' }],
  ['an asterisk as its target', { method: 'OPTIONS', target: '*' }],
  ['a long target', { target: `/${'a'.repeat(2000)}` }],
  ['a bad escape', { target: '/%zz' }],
  ['an escaped control character', { target: '/a%0Ab' }],
  ['an escaped DEL', { target: '/%7F' }],
  ['a dot segment', { target: '/../a' }],
  ['an escaped dot segment', { target: '/a/%2e%2E' }],
  ['a dot segment behind a backslash', { target: '/a\\..' }],
  ...['"', '<', '>', '\\', '^', '`', '{', '|', '}'].map(
    (character) => [`${character}, which no URL has`, { target: `/a${character}b` }] as const,
  ),
  ['a character beyond ASCII', { target: '/é' }],
  ['a text of more than 1 MiB', { method: 'PUT', body: 'é'.repeat(2 ** 19 + 1) }],
  ['more than 1 MiB of bytes', { method: 'PUT', body: new Uint8Array(2 ** 20 + 1) }],
];

/** Requests that every server passes on. */
const usual: readonly (readonly [what: string, request: Partial<CaseRequest>])[] = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => [method, { method }] as const),
  ['a target of 2000 characters', { target: `/${'a'.repeat(1999)}` }],
  ['an escaped character', { target: '/%C3%A9%20' }],
  ['dots in a segment', { target: '/a..b/...' }],
  ['a dot segment in the query', { target: '/a?/../%zz' }],
  ['a backslash in the query', { target: '/a?\\' }],
  ['a text of 1 MiB', { method: 'PUT', body: 'é'.repeat(2 ** 19) }],
  ['1 MiB of bytes', { method: 'PUT', body: new Uint8Array(2 ** 20).fill(255) }],
];

describe('a violation concerns the server', () => {
  it.each(unusual)('where it refuses %s without an Error object', (_, request) => {
    expect(levelOf(request)).toBe('server');
    expect(levelOf(request, { status: 502, headers: {}, body: new Uint8Array() })).toBe('server');
  });

  it.each(unusual)('where a framework refuses %s in JSON of its own', (_, request) => {
    const own = '{"statusCode":400,"error":"Bad Request","message":"Client Error"}';
    expect(levelOf(request, response('application/json; charset=utf-8', own))).toBe('server');
    expect(levelOf(request, response('application/problem+json', '{"title":"Bad Request"}'))).toBe('server');
    expect(levelOf(request, response('application/json', '"Bad Request"'))).toBe('server');
    expect(levelOf(request, response('application/json', 'null'))).toBe('server');
  });

  it('where it compresses a response, as the request allowed', () => {
    const gzip = { ...json, status: 200, headers: { ...json.headers, 'content-encoding': ['gzip'] } };
    expect(levelOf({ headers: [['Accept-Encoding', 'gzip']] }, gzip)).toBe('server');
    expect(levelOf({ headers: [['Accept-Encoding', 'gzip']] }, { ...json, status: 200 })).toBe('service');
    expect(levelOf({ headers: [['Accept', '*/*']] }, gzip)).toBe('service');
    expect(levelOf({}, gzip)).toBe('service');
  });

  it('where a proxy responds 502 to a body of 1 MiB, whose rest the server may not have read', () => {
    const badGateway = { ...html, status: 502 };
    expect(levelOf({ method: 'POST', body: 'x'.repeat(2 ** 20) }, badGateway)).toBe('server');
    expect(levelOf({ method: 'POST', body: 'x'.repeat(2 ** 20) }, { ...json, status: 502 })).toBe('service');
    expect(levelOf({ method: 'POST', body: 'x'.repeat(2 ** 20 - 1) }, badGateway)).toBe('service');
    expect(levelOf({ method: 'POST' }, badGateway)).toBe('service');
  });

  it.each(['Connection', 'transfer-encoding', 'Keep-Alive', 'Date'])('in the field %s', (what) => {
    const request = { method: 'GET', target: '/a' };
    const error = new ContractError(what, undefined, ['x']);
    expect(levelOfViolation(ordinary, error, { request, response: json })).toBe('server');
    expect(levelOfViolation(ordinary, error)).toBe('server');
  });

  it('in a case on a connection of its own', () => {
    expect(levelOfViolation(caseOf('reader-slow'), violation)).toBe('server');
    expect(levelOfViolation(caseOf('server-no-http'), new Error('The connection ended.'))).toBe('server');
  });
});

describe('a violation concerns the service', () => {
  it.each(usual)('where %s is refused with HTML, even with its own 404 or 405', (_, request) => {
    expect(levelOf(request)).toBe('service');
    expect(levelOf(request, { ...html, status: 404 })).toBe('service');
    expect(levelOf(request, { ...html, status: 405 })).toBe('service');
    expect(levelOf(request, { ...html, status: 500 })).toBe('service');
  });

  it.each(unusual)('where the service itself responds to %s', (_, request) => {
    expect(levelOf(request, json)).toBe('service');
    expect(levelOf(request, { ...json, headers: { 'content-type': ['application/problem+json'] } })).toBe(
      'service',
    );
    expect(levelOf(request, { ...html, status: 200 })).toBe('service');
  });

  it('where it responds to HEAD, without a body, with the type of an Error object', () => {
    const head = { method: 'HEAD', target: '/%zz' };
    expect(levelOf(head, { ...json, body: new Uint8Array() })).toBe('service');
    expect(levelOf(head, { ...html, body: new Uint8Array() })).toBe('server');
  });

  it('in any other field, and where there was no response', () => {
    expect(levelOfViolation(ordinary, new ContractError('content-type', 'application/json', undefined))).toBe(
      'service',
    );
    expect(levelOfViolation(ordinary, new Error('Timed out.'))).toBe('service');
  });
});

/** The cases whose requests or responses nginx can change, or refuse itself. */
const withinReach = [
  ...['D1', 'D5', 'D9', 'D10', 'D12', 'D13', 'D14', 'D21'],
  ...['id-bad', 'target-', 'response-'],
];

describeUnless(lacks({ program: 'nginx' }))('nginx before a correct service', () => {
  it('has no findings of the service', async () => {
    const listener = listenerOf(createHandler({ store: createMemoryStore() }));
    const nginx = await startNginx(await started(createServer(listener)));
    onTestFinished(() => nginx.stop());
    const report = await checkServer({ url: nginx.url, only: withinReach, level: 'service' });
    expect(report.counts.failed).toBe(0);
    expect(report.counts.passed).toBeGreaterThan(100);
    const reason = 'The server beneath the service did not pass its request on.';
    expect(report.cases.some((one) => one.reason === reason)).toBe(true);
  });
});

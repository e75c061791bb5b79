import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { ContractError, httpContract } from '@location-records/conformance';
import { checkServer } from '@location-records/conformance/node';
import {
  createHandler,
  createMemoryStore,
  type Handler,
  type LocationResponse,
} from '@location-records/core';
import { describe, expect, it, vi } from 'vitest';
import { clauseTitles } from '../../src/check/clauses.ts';
import { findingsIn } from '../../src/check/findings.ts';
import { listenerOf, started } from '../started-servers.ts';

// A check runs hundreds of cases.
vi.setConfig({ testTimeout: 60_000 });

type Change = (answer: { status: number; text: string }, method: string) => { status: number; text: string };

/** The service with a change to every response. HEAD has the changed response of GET. */
function changed(change: Change): Handler {
  const handle = createHandler({ store: createMemoryStore() });
  return async (request): Promise<LocationResponse> => {
    const isHead = request.method === 'HEAD';
    const { method, target, headers: fields } = request;
    const response = await handle({
      method: isHead ? 'GET' : method,
      target,
      headers: fields,
      body: (maxBytes, hasEnough) => request.body(maxBytes, hasEnough),
    });
    let text = '';
    if (typeof response.body === 'string') text = response.body;
    else for await (const piece of response.body) text += piece;
    const answer = change({ status: response.status, text }, method);
    const headers = { ...response.headers };
    if (headers['Content-Length'] !== undefined)
      headers['Content-Length'] = `${Buffer.byteLength(answer.text)}`;
    return { ...response, status: answer.status, headers, body: isHead ? '' : answer.text };
  };
}

/** Single faults, each with the clause that it breaks. */
const faults: readonly (readonly [string, string, Change])[] = [
  ['a blank in the JSON', 'D35', ({ status, text }) => ({ status, text: text.replace(/^\{"/, '{ "') })],
  [
    'coordinates before the description',
    'D35',
    ({ status, text }) => ({
      status,
      text: text.replace(/("description":"(?:[^"\\]|\\.)*"),("coordinates":\{[^}]*\})/g, '$2,$1'),
    }),
  ],
  [
    'a 404 without the identifier',
    'SPEC 7',
    ({ status, text }) => ({
      status,
      text: text.replace(/^(\{"error_message":"Resource not found): .*/s, '$1"}'),
    }),
  ],
  ['422 for 400', 'SPEC 4.5', ({ status, text }) => ({ status: status === 400 ? 422 : status, text })],
  [
    '202 for writes',
    'SPEC 4',
    ({ status, text }, method) => ({
      status: /^(P|DEL)/.test(method) && status === 200 ? 202 : status,
      text,
    }),
  ],
  [
    'problems with a title',
    'SPEC 4.8',
    ({ status, text }) => ({
      status,
      text: text.replace(/^\{"error_message":/, '{"title":"Error","detail":'),
    }),
  ],
];
/** Cases that repeat rules with other values, slow cases, and cases that node:http decides. */
const skip = [
  'server-',
  'unread-',
  'expect-',
  'reader-',
  'list-',
  'limit-',
  'number-',
  'range-',
  'target-',
  'json-',
];

describe('a check', () => {
  it.each(faults)('reports %s once, as a violation of %s', async (_, clause, change) => {
    const url = await started(createServer(listenerOf(changed(change))));
    const { findings } = await checkServer({ url, skip: [...skip, 'method-unknown', 'method-lower-case'] });
    expect(findings.map((finding) => finding.clause)).toEqual([clause]);
  });

  it('separates a wrong status from wrong messages of the same clause', async () => {
    const handle = createHandler({ store: createMemoryStore() });
    const wrongTwice: Handler = async (request) => {
      const response = await handle(request);
      if (request.method === 'DELETE' && request.target === '/') return { ...response, status: 405 };
      if (request.method !== 'GET' || response.status !== 404) return response;
      const body = JSON.stringify({ error_message: `Resource not found: ${request.target.slice(1)}` });
      return { ...response, headers: { ...response.headers, 'Content-Length': `${body.length}` }, body };
    };
    const url = await started(createServer(listenerOf(wrongTwice)));
    const { findings, cases } = await checkServer({ url, only: ['response-error-delete-id', 'D38'] });
    expect(findings.map((finding) => [finding.clause, finding.cases])).toEqual([
      ['SPEC 7', ['id-message-is-json']],
      ['SPEC 7', ['response-error-delete-id']],
    ]);
    expect(cases.filter(({ outcome }) => outcome === 'failed').length).toBe(2);
  });

  it('has a title for every clause of the contract', () => {
    const clauses = [...new Set(httpContract.map(({ clause }) => clause))];
    expect([...clauseTitles.keys()].sort()).toEqual(clauses.sort());
  });
});

describe('violations', () => {
  const [first, second] = ['SPEC 3', 'D31'].map((clause) =>
    httpContract.find((one) => one.clause === clause),
  );
  const found = (what: string, expected: unknown, actual: unknown, clause?: string) => ({
    error: new ContractError(what, expected, actual, clause),
    sent: [],
  });
  const judged = (...errors: readonly ReturnType<typeof found>[][]) =>
    findingsIn(
      [first, second].map((httpCase, index) => ({
        httpCase: httpCase as never,
        violations: errors[index] ?? [],
      })),
    );

  it.each([
    [
      'identifiers',
      '404 {"error_message":"Location not found: a"}',
      '404 {"error_message":"Location not found: b"}',
      '400 x',
    ],
    ['lengths', ['70'], ['71'], ['0']],
    ['positions in an array', [[1], 2], [1, [2]], 'x'],
    ['long texts', { a: 'x'.repeat(200) }, { a: 'y'.repeat(300) }, { a: 'z'.repeat(150) }],
  ])('that differ only in their %s are one finding', (_, expected, other, actual) => {
    const findings = judged([found('answer', expected, actual)], [found('answer', other, actual)]);
    expect(findings.map(({ failed }) => failed.length)).toEqual([2]);
  });

  it.each([
    ['the status', ['200 a', '201 a'], ['200 a', '204 a']],
    [
      'the message',
      ['400 {"error_message":"a"}', '400 {"error_message":"b"}'],
      ['400 {"error_message":"a"}', '400 {"error_message":"c"}'],
    ],
    [
      'the member',
      [
        { a: 1, b: 1 },
        { a: '1', b: 1 },
      ],
      [
        { a: 1, b: 1 },
        { a: 1, b: '1' },
      ],
    ],
  ])('that differ in %s are two findings', (_, [expected, actual], [other, came]) => {
    expect(judged([found('answer', expected, actual)], [found('answer', other, came)]).length).toBe(2);
  });

  it('of the clause of another case fail only that case, and are counted for this one', () => {
    const other = second?.clause;
    const findings = judged([found('a', 1, 2, other)], [found('a', 1, 2)]);
    expect(findings).toMatchObject([{ clause: other, failed: [{ id: second?.id }], otherCaseCount: 1 }]);
    expect(judged([found('a', 1, 2, other)])).toMatchObject([
      { clause: other, failed: [{ id: first?.id }], otherCaseCount: 0 },
    ]);
  });
});

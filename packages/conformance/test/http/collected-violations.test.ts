import { Buffer } from 'node:buffer';
import type { CaseResponse, ContractError } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';
import { expectDone, expectJson, expectWritten } from '../../src/http/expect.ts';
import {
  expectErrorObject,
  expectHead,
  expectHeadProblem,
  expectNotReplaced,
  expectProblem,
  messages,
} from '../../src/http/expect-problem.ts';
import { bare, first, parseList } from '../../src/http/records.ts';

const json = { 'content-type': ['application/json'] };

/** A response with `Content-Length`, unless its fields say otherwise. */
function responseOf(status: number, body: string, headers: CaseResponse['headers'] = json): CaseResponse {
  const bytes = Buffer.from(body);
  return { status, headers: { 'content-length': [String(bytes.length)], ...headers }, body: bytes };
}

const withoutLength = { ...json, 'content-length': undefined };
const spaced = '{ "coordinates": {"longitude": -2.25, "latitude": 1.50}, "description": "first" }';
const html = { 'content-type': ['text/html'] };
const problem = (message: string) => JSON.stringify({ error_message: message });

type Judge = (response: CaseResponse) => unknown;
const problemOf =
  (message: string): Judge =>
  (response) =>
    expectProblem(response, 400, message);

/** A response that breaks one clause, and the function that judges it in a case of another clause. */
const wrong: readonly (readonly [string, string, CaseResponse, Judge])[] = [
  ['SPEC 4', '201', responseOf(201, '', {}), expectDone],
  ['SPEC 4', '204', responseOf(204, '', { 'content-length': undefined }), expectDone],
  ['SPEC 4', '204 alone', responseOf(204, ''), expectWritten],
  ['SPEC 4', 'a body', responseOf(200, first), expectDone],
  ['D35', 'chunks', responseOf(200, first, { ...withoutLength, 'transfer-encoding': ['chunked'] }), record],
  [
    'D35',
    'HEAD without a length',
    responseOf(200, '', withoutLength),
    (response) => expectHead(response, 200, first),
  ],
  ['D37', 'an entity tag', responseOf(200, first, { ...json, etag: ['"a"'] }), record],
  ['SPEC 4', 'HTML', responseOf(200, first, html), record],
  [
    'D37',
    'a charset',
    responseOf(200, first, { 'content-type': ['application/json; charset=utf-8'] }),
    record,
  ],
  ['D35', 'white space', responseOf(200, spaced), record],
  ['D35', 'white space in the list', responseOf(200, `[["a", ${spaced}]]`), parseList],
  [
    'D28',
    'null',
    responseOf(200, `{"description":null,${bare.slice(1)}`),
    (response) => expectJson(response, 200, bare),
  ],
  ['SPEC 4.8', 'another member', responseOf(400, '{"message":"a"}'), problemOf('a')],
  ['SPEC 4.8', 'no JSON', responseOf(400, 'Bad'), expectErrorObject],
  ['SPEC 7', 'another message', responseOf(400, problem('b')), problemOf('a')],
  [
    'D4',
    'HTML',
    responseOf(404, '<p>', html),
    (response) => expectProblem(response, 404, messages.routeNotFound),
  ],
  ['D3', 'another error', responseOf(404, ''), problemOf(messages.idInvalid)],
  ['D14', '501', responseOf(501, ''), (response) => expectProblem(response, 405, messages.methodNotAllowed)],
  ['D12', 'another length', responseOf(200, ''), (response) => expectHead(response, 200, first)],
  ['D12', 'another status', responseOf(501, ''), (response) => expectHeadProblem(response, 404, 'a')],
  [
    'SPEC 4.5.5',
    '400',
    responseOf(400, problem(messages.bodyInvalid)),
    (response) => expectNotReplaced(response, 'a'),
  ],
];

/** The violations that a host collects. */
function collected(response: CaseResponse, judge: Judge): readonly ContractError[] {
  const violations: ContractError[] = [];
  judge({ ...response, onViolation: (violation) => void violations.push(violation) });
  return violations;
}

function record(response: CaseResponse): void {
  expectJson(response, 200, first);
}

describe('a response', () => {
  it.each(wrong)(
    'that breaks %s (%s) is refused, and reported under that clause to a host that collects violations',
    (clause, _, response, judge) => {
      expect(() => judge(response)).toThrow(expect.objectContaining({ code: 'CONTRACT_VIOLATED', clause }));
      expect(collected(response, judge).map((violation) => violation.clause)).toEqual([clause]);
    },
  );

  it.each<[string, CaseResponse, Judge, string?]>([
    ['an error for a write', responseOf(400, '', {}), expectDone],
    ['another record', responseOf(200, spaced.replace('first', 'other')), record],
    ['another error', responseOf(404, problem('a')), problemOf('a')],
    [
      'success on an unknown route',
      responseOf(200, first),
      (response) => expectProblem(response, 404, messages.routeNotFound),
      'D4',
    ],
    ['a server that fails for PUT', responseOf(500, ''), (response) => expectNotReplaced(response, 'a')],
    [
      'a success for PUT',
      responseOf(200, '', {}),
      (response) => expectNotReplaced(response, 'a'),
      'SPEC 4.3',
    ],
    ['a list that is an object', responseOf(200, `{"a":${first}}`), parseList, 'SPEC 4.7'],
    ['a list of objects', responseOf(200, `[{"id":"a"}]`), parseList, 'SPEC 4.7'],
    ['a list with an identifier twice', responseOf(200, '[["a",1],["a",2]]'), parseList, 'SPEC 4.7'],
  ])('still ends the case when it is %s', (_, response, judge, clause) => {
    expect(() => collected(response, judge)).toThrow(
      expect.objectContaining({ code: 'CONTRACT_VIOLATED', clause }),
    );
  });
});

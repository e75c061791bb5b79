import { Buffer } from 'node:buffer';
import type { AnswerMatter, CaseResponse } from '@location-records/conformance';
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

/** An answer whose length is told, unless its fields say otherwise. */
function answer(status: number, body: string, headers: CaseResponse['headers'] = json): CaseResponse {
  const bytes = Buffer.from(body);
  return { status, headers: { 'content-length': [String(bytes.length)], ...headers }, body: bytes };
}

const untold = { ...json, 'content-length': undefined };
const spaced = '{ "coordinates": {"longitude": -2.25, "latitude": 1.50}, "description": "first" }';
const html = { 'content-type': ['text/html'] };
const problem = (message: string) => JSON.stringify({ error_message: message });

type Judge = (response: CaseResponse) => unknown;
const problemOf =
  (message: string): Judge =>
  (response) =>
    expectProblem(response, 400, message);

/** An answer that is wrong in one matter, and who judges it. */
const wrong: readonly (readonly [AnswerMatter, string, CaseResponse, Judge])[] = [
  ['write-status', '201', answer(201, '', {}), expectDone],
  ['write-status', '204', answer(204, '', { 'content-length': undefined }), expectDone],
  ['write-status', '204 alone', answer(204, ''), expectWritten],
  ['write-answer', 'a body', answer(200, first), expectDone],
  ['length', 'chunks', answer(200, first, { ...untold, 'transfer-encoding': ['chunked'] }), record],
  [
    'length',
    'HEAD without a length',
    answer(200, '', untold),
    (response) => expectHead(response, 200, first),
  ],
  ['fields', 'an entity tag', answer(200, first, { ...json, etag: ['"a"'] }), record],
  ['json-type', 'HTML', answer(200, first, html), record],
  [
    'json-type-exact',
    'a charset',
    answer(200, first, { 'content-type': ['application/json; charset=utf-8'] }),
    record,
  ],
  ['json-form', 'white space', answer(200, spaced), record],
  ['json-form', 'white space in the list', answer(200, `[["a", ${spaced}]]`), parseList],
  [
    'absent-description',
    'null',
    answer(200, `{"description":null,${bare.slice(1)}`),
    (response) => expectJson(response, 200, bare),
  ],
  ['error-object', 'another member', answer(400, '{"message":"a"}'), problemOf('a')],
  ['error-object', 'no JSON', answer(400, 'Bad'), expectErrorObject],
  ['error-message', 'another message', answer(400, problem('b')), problemOf('a')],
  [
    'unknown-route',
    'HTML',
    answer(404, '<p>', html),
    (response) => expectProblem(response, 404, messages.routeNotFound),
  ],
  ['invalid-id', 'another error', answer(404, ''), problemOf(messages.idInvalid)],
  [
    'unknown-method',
    '501',
    answer(501, ''),
    (response) => expectProblem(response, 405, messages.methodNotAllowed),
  ],
  ['head', 'another length', answer(200, ''), (response) => expectHead(response, 200, first)],
  ['head', 'another status', answer(501, ''), (response) => expectHeadProblem(response, 404, 'a')],
  ['list-form', 'an object', answer(200, `{"7":${first},"a":${first}}`), parseList],
  ['list-form', 'objects', answer(200, `[{"id":"a",${first.slice(1)}]`), parseList],
  ['put-absent', '200', answer(200, '', {}), (response) => expectNotReplaced(response, 'a')],
  [
    'put-order',
    '400',
    answer(400, problem(messages.bodyInvalid)),
    (response) => expectNotReplaced(response, 'a'),
  ],
];

function record(response: CaseResponse): void {
  expectJson(response, 200, first);
}

describe('an answer', () => {
  it.each(wrong)(
    'that is wrong in %s (%s) is refused, and passes where that is left aside',
    (matter, _, response, judge) => {
      expect(() => judge(response)).toThrow(expect.objectContaining({ code: 'CONTRACT_VIOLATED' }));
      expect(() => judge({ ...response, aside: new Set([matter]) })).not.toThrow();
    },
  );

  const all = new Set(wrong.map(([matter]) => matter));
  it.each<[string, CaseResponse, Judge]>([
    ['an error for a write', answer(400, '', {}), expectDone],
    ['another record', answer(200, spaced.replace('first', 'other')), record],
    ['another error', answer(404, problem('a')), problemOf('a')],
    [
      'success on an unknown route',
      answer(200, first),
      (response) => expectProblem(response, 404, messages.routeNotFound),
    ],
    ['a server that fails for PUT', answer(500, ''), (response) => expectNotReplaced(response, 'a')],
    ['a list with an identifier twice', answer(200, '[["a",1],["a",2]]'), parseList],
  ])('is refused all the same when it is %s', (_, response, judge) => {
    expect(() => judge({ ...response, aside: all })).toThrow(
      expect.objectContaining({ code: 'CONTRACT_VIOLATED' }),
    );
  });

  it.each(['7', '[1]', '"a"'])(
    'says nothing when it is the list %s, and the form of the list is left aside',
    (text) => {
      expect(() => parseList({ ...answer(200, text), aside: new Set(['list-form']) })).toThrow(
        expect.objectContaining({ code: 'NOT_JUDGED' }),
      );
    },
  );
});

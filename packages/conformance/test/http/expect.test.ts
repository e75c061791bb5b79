import { Buffer } from 'node:buffer';
import type { CaseResponse } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';
import { expectEqual } from '../../src/contract-error.ts';
import {
  expectDone,
  expectFields,
  expectJsonType,
  expectLength,
  expectLocation,
  expectText,
} from '../../src/http/expect.ts';
import { expectErrorObject, expectProblem } from '../../src/http/expect-problem.ts';
import { bare, first, parseList } from '../../src/http/records.ts';

function response(status: number, body = '', headers: CaseResponse['headers'] = {}): CaseResponse {
  return { status, headers, body: Buffer.from(body) };
}

const spaced = '{ "coordinates": {"longitude": -2.25, "latitude": 1.50}, "description": "first" }';
const problem = (message: string) => JSON.stringify({ error_message: message });
const type = (...lines: string[]) => response(200, '', { 'content-type': lines });

const accepted: readonly (readonly [title: string, judge: () => void])[] = [
  ['200 without a body as the response of a write', () => expectDone(response(200))],
  ['a Location in another form', () => expectLocation(response(200, spaced), first)],
  [
    'null as an absent description',
    () => expectLocation(response(200, `{"description":null,${bare.slice(1)}`), bare),
  ],
  ['exactly this text', () => expectText(response(200, 'é'), 200, 'é')],
  ['an error with its message', () => expectProblem(response(404, problem('a')), 404, 'a')],
  ['an Error object with white space', () => expectErrorObject(response(400, '{ "error_message": "a" }'))],
  ['a content type with parameters', () => expectJsonType(type('application/json; charset=utf-8'))],
  ['a field that must be missing', () => expectFields(response(200), { ETag: undefined })],
  ['a list of pairs', () => expectEqual('length', parseList(response(200, `[["a", ${spaced}]]`)).length, 1)],
];

const refused: readonly (readonly [title: string, judge: () => void])[] = [
  ['201 as the response of a write', () => expectDone(response(201))],
  ['a body of a write', () => expectDone(response(200, first))],
  ['another Location', () => expectLocation(response(200, spaced.replace('first', 'other')), first)],
  [
    'a Location with another member',
    () => expectLocation(response(200, `{"id":"a",${first.slice(1)}`), first),
  ],
  [
    'a Location without its description',
    () => expectLocation(response(200, bare), `{"description":"",${bare.slice(1)}`),
  ],
  ['an error as a Location', () => expectLocation(response(404, first), first)],
  ['another text', () => expectText(response(200, spaced), 200, first)],
  ['an error with another status', () => expectProblem(response(422, problem('a')), 400, 'a')],
  ['an error with another message', () => expectProblem(response(400, problem('b')), 400, 'a')],
  ['an error with two members', () => expectProblem(response(400, '{"error_message":"a","b":1}'), 400, 'a')],
  ['an error in HTML', () => expectErrorObject(response(400, '<p>Bad</p>'))],
  ['a content type of HTML', () => expectJsonType(type('text/html'))],
  ['a repeated content type', () => expectJsonType(type('application/json', 'application/json'))],
  ['a length in characters', () => expectLength(response(200, '', { 'content-length': ['1'] }), 2)],
  ['a list that is an object', () => parseList(response(200, `{"a":${first}}`))],
  ['a list of objects', () => parseList(response(200, '[{"id":"a"}]'))],
  ['a list with an identifier twice', () => parseList(response(200, '[["a",1],["a",2]]'))],
  ['a body that is not UTF-8', () => expectText({ ...response(200), body: Uint8Array.of(0xe9) }, 200, 'é')],
];

describe('an expectation of the HTTP contract', () => {
  it.each(accepted)('accepts %s', (_, judge) => {
    expect(judge).not.toThrow();
  });

  it.each(refused)('refuses %s', (_, judge) => {
    expect(judge).toThrow(expect.objectContaining({ code: 'CONTRACT_VIOLATED' }));
  });
});

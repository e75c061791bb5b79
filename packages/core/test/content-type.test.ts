import { expect, it } from 'vitest';
import { createHandler, createMemoryStore } from '../src/index.ts';
import { request, validBody } from './requests.ts';

const handle = createHandler({ store: createMemoryStore() });

async function statusOf(...lines: string[]): Promise<number> {
  return (await handle(request('POST', '/a', validBody, { 'content-type': lines }))).status;
}

it.each([
  'application/json',
  'APPLICATION/JSON',
  ' application/json\t',
  'application/json;charset=utf-8',
  'application/json ; charset="utf-8"',
  'application/json; charset',
  'application/json;;=;',
  'application/json; profile="a,b"',
  'application/json; profile="a, b"',
  'application/json; profile="a\\", b"',
  'application/json; a=", "; b=",\t"',
  'application/json; a="unfinished',
  'application/json; a="unfinished\\',
])('a POST with content type %j is 200', async (line) => {
  expect(await statusOf(line)).toBe(200);
});

it.each([
  '',
  'application/jsonp',
  'application/ json',
  'application/vnd.api+json',
  'text/json',
  '*/*',
  'xapplication/json',
  'application/json charset=utf-8',
  'application/json, application/json',
  'application/json,',
  ',application/json',
  'application/json;charset=utf-8, text/plain',
  'application/json; a="x", text/plain',
  'application/json; a="x, text/plain',
  'application/json; a="x\\,y',
  'application/json; a="x"; b="y,',
  '"application/json"',
  'application/json\u00a0',
])('a POST with content type %j is 400', async (line) => {
  expect(await statusOf(line)).toBe(400);
});

it('a POST with a missing or repeated content type is 400', async () => {
  expect(await statusOf()).toBe(400);
  expect(await statusOf('application/json', 'application/json')).toBe(400);
  expect((await handle(request('POST', '/a', validBody, {}))).status).toBe(400);
});

it.each([
  ['many escapes', `application/json; a="${'\\a'.repeat(40)}",`],
  ['many quoted strings', `application/json; ${'"a" '.repeat(40)}"b,`],
  ['many open quotes', `application/json; ${'"\\"'.repeat(10_000)},`],
])('a content type with %s before a comma is refused in linear time', async (_, line) => {
  // Every way to read it would take longer than the life of the test.
  expect(await statusOf(line)).toBe(400);
});

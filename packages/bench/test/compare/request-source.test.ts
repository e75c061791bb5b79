import { expect, test } from 'vitest';
import { command } from '../../src/compare/contestants.ts';
import { jsonServerRequest, largeRecord } from '../../src/compare/operations.ts';
import { makeMix, postsOf, RequestSource } from '../../src/compare/request-source.ts';
import { firstRecords } from '../../src/shared/big-list.mjs';

const contestant = command('location-records', 'memory:');

/** The request line. */
function lineOf(request: { readonly bytes: Buffer } | undefined): string | undefined {
  return request?.bytes.toString().split(' HTTP', 1)[0];
}

test('POST creates another record each time, and DELETE deletes each of them once', () => {
  const source = new RequestSource(contestant, []);
  const created = [1, 2, 3].map(() => lineOf(source.next('POST'))?.slice('POST '.length));
  expect(new Set(created).size).toBe(3);
  expect(source.deletable).toBe(3);
  const deleted = [1, 2, 3].map(() => lineOf(source.next('DELETE'))?.slice('DELETE '.length));
  expect(deleted.sort()).toEqual(created.sort());
  expect(source.next('DELETE')).toBeUndefined();
});

test('PUT replaces records that are created beforehand, in turns', () => {
  const source = new RequestSource(contestant, []);
  const there = source.preparation().map((request) => lineOf(request)?.slice('POST '.length));
  const replaced = Array.from({ length: 64 }, () => lineOf(source.next('PUT'))?.slice('PUT '.length));
  expect(new Set(replaced).size).toBe(64);
  expect(replaced.filter((path) => !there.includes(path))).toEqual([]);
});

test('each PUT changes its record', () => {
  const source = new RequestSource(contestant, []);
  const records = new Map<string | undefined, string | undefined>();
  for (let sent = 0; sent < 500; sent++) {
    const put = source.next('PUT');
    const [path, body] = [lineOf(put), put?.bytes.toString().split('\r\n\r\n')[1]];
    expect(records.get(path)).not.toBe(body);
    expect(JSON.parse(body ?? '').coordinates).toBeDefined();
    records.set(path, body);
  }
  expect(records.size).toBe(100);
});

test('the large record has 4 KiB', () => {
  expect(Buffer.byteLength(largeRecord.body)).toBe(4096);
  expect(JSON.parse(largeRecord.body).coordinates).toBeDefined();
});

test('one request in ten of the mix is a PUT, and all are about records that are there', () => {
  const there = new Set([...postsOf(firstRecords(100))].map((request) => lineOf(request)?.split(' ')[1]));
  expect(there.size).toBe(100);
  const mix = makeMix(100);
  expect(mix.filter((request) => !there.has(lineOf(request)?.split(' ')[1]))).toEqual([]);
  const writes = mix.filter((request) => lineOf(request)?.startsWith('PUT ')).length;
  expect(writes / mix.length).toBeCloseTo(0.1, 2);
  expect(makeMix(100).map(lineOf)).toEqual(mix.map(lineOf));
});

test('json-server takes the identifier of a new record from its body', () => {
  const body = '{"coordinates":{"latitude":1,"longitude":2}}';
  const text = jsonServerRequest({ method: 'POST', id: 'a"b', body }).toString();
  const [head = '', sent = ''] = text.split('\r\n\r\n');
  expect(head).toMatch(/^POST \/locations HTTP/);
  expect(JSON.parse(sent)).toEqual({ id: 'a"b', ...JSON.parse(body) });
  const other = jsonServerRequest({ method: 'PUT', id: 'a b', body }).toString();
  expect(other).toMatch(/^PUT \/locations\/a%20b HTTP/);
});

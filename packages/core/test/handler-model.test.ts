import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHandler, createMemoryStore } from '../src/index.ts';
import { request } from './requests.ts';

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

const id = fc.constantFrom(
  'a',
  'A',
  'a ',
  '__proto__',
  'é',
  'e\u0301',
  '\0',
  'a/b',
  '10',
  '%',
  '.a',
  '\u{1f600}',
);
const canonical = fc.integer({ min: -3, max: 3 }).map((number) => {
  const description = number < 0 ? '' : `"description":"${number}",`;
  return `{${description}"coordinates":{"latitude":${number},"longitude":0}}`;
});
const call: fc.Arbitrary<Call> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
  id: fc.oneof({ weight: 9, arbitrary: id }, fc.constant('')),
  type: fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, fc.constant('text/plain')),
  body: fc.oneof({ weight: 9, arbitrary: canonical }, fc.constantFrom('', '{', 'null', '{"coordinates":{}}')),
});

it('any sequence of calls gets the responses of the model of SPEC section 3', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 60 }), async (calls) => {
      const handle = createHandler({ store: createMemoryStore() });
      const records = new Map<string, string>();
      for (const { method, id, type, body } of calls) {
        const sent = request(method, `/${encodeURIComponent(id)}`, body, { 'content-type': [type] });
        const { status, body: text } = await handle(sent);
        expect([status, text]).toEqual(model(records, { method, id, type, body }));
      }
    }),
    { numRuns: 300 },
  );
});

function model(
  records: Map<string, string>,
  { method, id, type, body }: Call,
): [status: number, body: string] {
  if (method === 'GET' && id === '') return [200, listOf(records)];
  if (method === 'GET') return responded(200, records.get(id)) ?? problem(404, `Resource not found: ${id}`);
  if (method === 'DELETE' && id === '') return problem(400, 'An id must be provided to delete a location');
  if (method === 'DELETE') return done(records.delete(id));
  if (type !== 'application/json') return problem(400, 'Content-type is wrong, it must be JSON');
  if (id === '') return problem(400, 'Location identifier is missing');
  if (body === '') return problem(400, 'Body content is missing');
  if (method === 'PUT' && !records.has(id)) return problem(404, `Location not found: ${id}`);
  if (!body.includes('longitude')) return problem(400, 'Provided JSON is not valid');
  return done(records.set(id, body));
}

/** The response to a change that was made. */
function done(_change: unknown): [number, string] {
  return [200, ''];
}

function responded(status: number, body: string | undefined): [number, string] | undefined {
  return body === undefined ? undefined : [status, body];
}

function problem(status: number, message: string): [number, string] {
  return [status, JSON.stringify({ error_message: message })];
}

function listOf(records: Map<string, string>): string {
  return `[${Array.from(records, ([id, body]) => `[${JSON.stringify(id)},${body}]`).join(',')}]`;
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startFake } from './fake-here.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('a', 'GET', '/*', '*', '__proto__', 'toString', 'x\r\nY: z', '\ud800', 'Content-Length'),
);
const value = fc.oneof(text, fc.double(), fc.constant(null), fc.array(text), fc.dictionary(text, text));
const fault = fc.record(
  {
    fault: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('reset', 'lost', 'delayed', 'status', 'done', 'torn') },
      value,
    ),
    target: fc.oneof(fc.constantFrom('/a', '*', '/', 5), value),
    method: fc.oneof(fc.constantFrom('GET', 'PURGE'), value),
    after: fc.constantFrom(0, 1, -1),
    times: fc.constantFrom(1, 2, 0.5, null),
    ms: fc.constantFrom(0, 1, -1, 2 ** 31),
    status: fc.constantFrom(200, 204, 304, 503, 99),
    headers: fc.dictionary(text, text, { maxKeys: 1 }),
    records: fc.constantFrom(0, 1, 0.5),
  },
  { requiredKeys: ['fault'] },
);
const location = fc.record({
  description: text,
  coordinates: fc.record({ latitude: fc.double(), longitude: fc.integer() }),
});
const records = fc.oneof(
  fc.dictionary(text, location, { maxKeys: 2 }),
  fc.array(fc.tuple(text, fc.oneof(location, value))),
);
const query = fc
  .dictionary(fc.constantFrom('method', 'target', 'status', 'outcome', 'a'), text)
  .map((parameters) => `/journal?${new URLSearchParams(parameters)}`);
const steering = fc.oneof(
  fc.tuple(fc.constant('POST'), fc.constant('/faults'), fault),
  fc.tuple(fc.constant('PUT'), fc.constant('/records'), records),
  fc.tuple(fc.constant('GET'), query, fc.constant(undefined)),
  fc.tuple(
    fc.constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS'),
    fc.constantFrom('', '/faults', '/faults/1', '/records', '/reset', '/scopes', '/scopes/a', '/constructor'),
    fc.oneof(fault, records),
  ),
);

test('whatever steers the fake while it serves, it responds', async () => {
  const { send, stop, stderr } = await startFake();
  /** A fault may break the connection, or respond with something other than JSON. */
  const use = (method: string, path: string) => send(method, path).catch(() => undefined);
  await fc.assert(
    fc.asyncProperty(steering, async ([method, path, body]) => {
      const [[status]] = await Promise.all([
        send(method, `/-/fake${path}`, body),
        use('GET', '/a'),
        use('PURGE', '/a'),
        use('GET', '/'),
      ]);
      expect([200, 400, 404, 405]).toContain(status);
    }),
    { numRuns: 150 },
  );
  await send('DELETE', '/-/fake/faults');
  expect((await send('GET', '/'))[0]).toBe(200);
  expect(await stop()).toBe(0);
  expect(stderr.text).toBe('');
}, 30_000);

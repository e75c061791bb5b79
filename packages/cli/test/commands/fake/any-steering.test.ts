import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeHere } from '../../run-here.ts';

/** A request that may steer a fake, or break the rules for it. */
interface Steering {
  readonly method: string;
  readonly path: string;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

const faults = [
  'cutResponse',
  'tearList',
  'slowResponse',
  'loseResponse',
  'loseWrite',
  'readStale',
  'breakConnection',
];
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    'a',
    'GET',
    'record',
    '(',
    '__proto__',
    'toString',
    'x\r\nY: z',
    '\ud800',
    'Content-Length',
  ),
);
const amount = fc.oneof(fc.integer(), fc.double());
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  amount,
  fc.boolean(),
  fc.constant(null),
  fc.array(text),
  fc.dictionary(text, text),
);
const location = fc.record({
  description: text,
  coordinates: fc.record({ latitude: amount, longitude: amount }),
});
const scope = {
  id: fc.constantFrom('a', '', 5),
  idPattern: fc.oneof(fc.constantFrom('a', '^$'), value),
  times: fc.constantFrom(1, 2, 0.5, null),
  chance: fc.constantFrom(0, 1, 2),
};
const requiredKeys: ['fault'] = ['fault'];
const fault = fc.oneof(
  fc.record(
    { fault: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...faults) }, value), ...scope },
    { requiredKeys },
  ),
  fc.record(
    {
      fault: fc.constant('respondWith'),
      status: fc.constantFrom(200, 204, 205, 304, 503),
      headers: fc.dictionary(text, text, { minKeys: 1, maxKeys: 1 }),
      ...scope,
    },
    { requiredKeys: ['fault', 'status', 'headers'] },
  ),
);
const deep = '['.repeat(100_000) + ']'.repeat(100_000);
const toText = (json: unknown) => JSON.stringify(json);
const faultBody = fc.oneof({ weight: 9, arbitrary: fault.map(toText) }, fc.constant(`{"fault":${deep}}`));
const delayBody = fc.oneof(
  fc
    .constantFrom(0, 1, [0, 1], -1, [1], '1', null, 2 ** 31, 1e308)
    .map((milliseconds) => toText({ milliseconds })),
  fc.constant(`{"milliseconds":${deep}}`),
);
const seedBody = fc.oneof(
  fc.dictionary(text, location, { maxKeys: 2 }).map(toText),
  fc.array(fc.tuple(text, fc.oneof(location, value))).map(toText),
  fc.constant(`{"a":${deep}}`),
);
const bytes = fc.uint8Array({ maxLength: 8 }).map((numbers) => Uint8Array.from(numbers));
const query = fc
  .dictionary(fc.constantFrom('method', 'idPattern', 'status', 'limit', 'outcome', 'a'), text)
  .map((parameters) => `/journal?${new URLSearchParams(parameters)}`);
const path = fc.oneof(
  fc.constantFrom('', '/faults', '/faults/1', '/delay', '/seed', '/reset', '/constructor'),
  query,
);
const steering: fc.Arbitrary<Steering> = fc.oneof(
  { weight: 4, arbitrary: steeringWith('POST', fc.constant('/faults'), faultBody) },
  steeringWith('PUT', fc.constant('/delay'), delayBody),
  steeringWith('PUT', fc.constant('/seed'), seedBody),
  steeringWith('GET', path, fc.constant(undefined)),
  fc
    .constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'toString')
    .chain((method) => steeringWith(method, path, fc.oneof(faultBody, delayBody, seedBody, bytes))),
);

function steeringWith(
  method: string,
  path: fc.Arbitrary<string>,
  body: fc.Arbitrary<Steering['body']>,
): fc.Arbitrary<Steering> {
  return fc.record({ method: fc.constant(method), path, body });
}

test('whatever steers the fake while it serves, it responds and keeps its seed', async () => {
  const fake = await fakeHere(['--log', 'off']);
  const send = async ({ method, path, body }: Steering) => {
    const response = await fetch(fake.url + path, { method, body: body ?? null });
    return { status: response.status, text: await response.text() };
  };
  /** The fake may have a fault that breaks the connection. */
  const use = (method: string, path: string) =>
    send({ method, path, body: undefined }).catch(() => ({ status: 'broken' }));
  const seedOf = async () => (await send({ method: 'GET', path: '/-/fake/seed', body: undefined })).text;
  let seed = await seedOf();
  await fc.assert(
    fc.asyncProperty(steering, async (steered) => {
      const [{ status }, ...used] = await Promise.all([
        send({ ...steered, path: `/-/fake${steered.path}` }),
        use('GET', '/a'),
        use('PURGE', '/a'),
        use('GET', '/'),
      ]);
      expect([200, 400, 404, 405]).toContain(status);
      for (const { status } of used) expect([200, 204, 205, 304, 404, 405, 503, 'broken']).toContain(status);
      const isNew = steered.method === 'PUT' && steered.path === '/seed' && status === 200;
      const now = await seedOf();
      if (!isNew) expect(now).toBe(seed);
      seed = now;
    }),
    { numRuns: 200 },
  );
  const { length } = JSON.parse(seed);
  const reset = await send({ method: 'POST', path: '/-/fake/reset', body: undefined });
  expect(JSON.parse(reset.text)).toMatchObject({ records: length, seed: length, faults: [] });
  expect(await fake.stop()).toBe(0);
  expect(fake.stderr.text).toBe('');
});

import { handlerService } from '@location-records/conformance';
import { diffServices, type MissingResponse } from '@location-records/conformance/diff';
import { expect, it } from 'vitest';
import { haveEqualValues } from '../../src/diff/json-values.ts';
import { newHandler, plain, serviceAt, startPython, startRight } from './faulty-services.ts';

it('services that write the same values of JSON in other bytes are equal, with one example of the bytes', async () => {
  const [right, python] = [serviceAt(await startRight()), serviceAt(await startPython())];
  const result = await diffServices(right, python, { seed: 1, calls: 3000, ...plain });
  expect(result).toMatchObject({ calls: 3000, endedBy: 'calls', differences: [] });
  expect(result.notation).toMatchObject({ parts: ['notation'], repeated: 'separately', isShortest: true });
  expect(result.notation?.requests).toHaveLength(1);
  expect(result.notation?.times).toBeGreaterThan(500);
  const [a, b] = (result.notation?.responses ?? []).map(textOf);
  expect(a).not.toBe(b);
  expect(JSON.parse(a ?? '')).toEqual(JSON.parse(b ?? ''));
}, 30_000);

it('the notation is a difference with notation: "same", and does not hide another', async () => {
  const python = serviceAt(await startPython());
  const options = { seed: 1, notation: 'same', ...plain } as const;
  const same = await diffServices(handlerService(newHandler()), python, {
    ...options,
    ...plain,
  });
  expect(same).toMatchObject({ differences: [{ parts: ['notation'] }], notation: undefined, calls: 2000 });

  const wrong = {
    ...python,
    request: async (request: Parameters<typeof python.request>[0]) => {
      const response = await python.request(request);
      return request.method === 'OPTIONS' ? { ...response, status: 501 } : response;
    },
  };
  const both = await diffServices(handlerService(newHandler()), wrong, {
    seed: 1,
    ...plain,
  });
  expect(both.notation?.parts).toEqual(['notation']);
  expect(both.differences).toMatchObject([
    { requests: [{ method: 'OPTIONS' }], responses: [{}, { status: 501 }] },
  ]);
}, 30_000);

it('whole lists are compared by values, too', async () => {
  const python = serviceAt(await startPython());
  for (const listOrder of ['any', 'same'] as const) {
    const options = { seed: 3, calls: 1000, wholeLists: true, listOrder, ...plain };
    expect((await diffServices(handlerService(newHandler()), python, options)).differences).toEqual([]);
  }
}, 30_000);

it.each([
  ['60355554622379928', '60355554622379930', true],
  ['1e21', '1000000000000000000000', true],
  ['1.0', '1', true],
  ['-0.0', '0', true],
  ['0.1', '0.10000000000000001', true],
  ['0.1', '0.10000000000000002', false],
  ['{"a":1,"b":[null,true]}', '{ "b" : [null, true], "a": 1.0 }', true],
  ['"\\u00e9"', '"é"', true],
  ['"é"', '"e\u0301"', false],
  ['[1,2]', '[2,1]', false],
  ['[1]', '[1,2]', false],
  ['{"a":1}', '{"a":1,"b":null}', false],
  ['{"b":1}', '{"a":1}', false],
  ['{"toString":1}', '{"a":1}', false],
  ['{}', '[]', false],
  ['null', '{}', false],
  ['1', '"1"', false],
])('%s and %s are equal: %s', (a, b, isEqual) => {
  expect(haveEqualValues(JSON.parse(a), JSON.parse(b))).toBe(isEqual);
  expect(haveEqualValues(JSON.parse(b), JSON.parse(a))).toBe(isEqual);
});

function textOf(response: { readonly body: Uint8Array } | MissingResponse): string {
  return 'body' in response ? new TextDecoder().decode(response.body) : '';
}

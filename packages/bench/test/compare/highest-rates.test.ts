import { expect, test } from 'vitest';
import { scriptOf } from '../../src/compare/highest-rates.ts';

test('the script for `wrk` has the bytes of each request', () => {
  const texts = ['PUT /a HTTP/1.1\r\n\r\n{"a":"\\"}', 'é\u0001'];
  const script = scriptOf(texts.map((text) => ({ bytes: Buffer.from(text), status: 200 })));
  const literals = [...script.matchAll(/"((?:\\\d{3})+)"/g)].map(([, digits = '']) =>
    Buffer.from(digits.split('\\').slice(1).map(Number)).toString(),
  );
  expect(literals).toEqual(texts);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHandler, createMemoryStore } from '../src/index.ts';
import { anyText } from './any-text.ts';
import { request } from './requests.ts';

const coordinates = { latitude: 48.8584, longitude: 2.2945 };

/** The response to GET from a store that gives this record. */
async function responseWith(record: unknown) {
  const store = createMemoryStore();
  store.get = async () => record as never;
  return createHandler({ store })(request('GET', '/a'));
}

async function expectRightLength(description: unknown, given: unknown = coordinates): Promise<void> {
  const { status, headers, body } = await responseWith({ description, coordinates: given });
  expect(status).toBe(200);
  expect(headers['Content-Length']).toBe(String(Buffer.byteLength(body as string)));
}

describe('Content-Length of one record', () => {
  it('is the number of bytes of its JSON', async () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText(), ascii), (text) => expectRightLength(text)),
      { numRuns: 1000 },
    );
  });

  it.each([0, 1, 63, 64, 65, 4000])(
    'is right where the one character beyond ASCII comes after %d others',
    async (length) => {
      await expectRightLength('x'.repeat(length));
      await expectRightLength(`${'x'.repeat(length)}é`);
      await expectRightLength(`é${'x'.repeat(length)}`);
    },
  );

  it.each([
    ['none', undefined],
    ['null', null],
    ['a number', 12.5],
    ['an object', { text: 'é' }],
    ['a lone surrogate', '\ud800'],
  ])('is right where a store without types gives %s as the description', async (_, description) => {
    await expectRightLength(description);
  });

  it.each([
    ['a text', 'é'],
    ['an object', { toString: (): string => '日' }],
  ])('is right where a store without types gives %s as a coordinate', async (_, degrees) => {
    await expectRightLength('a', { ...coordinates, latitude: degrees });
    await expectRightLength('a', { ...coordinates, longitude: degrees });
  });
});

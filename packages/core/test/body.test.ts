import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHandler, createMemoryStore } from '../src/index.ts';
import { anyText } from './any-text.ts';
import { request } from './requests.ts';

const encoder = new TextEncoder();
const mark = [0xef, 0xbb, 0xbf];
/** Bytes that are not valid UTF-8. */
const broken = fc.constantFrom(
  [0xff],
  [0xc0, 0x80],
  [0xc3, 0x28],
  [0xe2, 0x82, 0x22],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
);
const rest = fc.oneof(
  anyText({ maxLength: 5 }).map((text) => [...encoder.encode(text)]),
  broken,
  fc.constant([0x80]),
);

it('a body is read up to the limit of code points, however it is cut, and not beyond', async () => {
  const property = fc.asyncProperty(
    anyText(),
    fc.boolean(),
    rest,
    fc.integer({ min: 1, max: 7 }),
    async (description, isMarked, rest, size) => {
      const json = JSON.stringify({ description, coordinates: { latitude: 1, longitude: 2 } });
      const limit = [...json].length;
      const counted = [...(isMarked ? mark : []), ...encoder.encode(json)];
      const read = await post([...counted, ...rest], limit, size);
      expect(read).toMatchObject({ status: 200, description });
      expect(read.delivered).toBeLessThan(counted.length + size);
      expect(await post(counted, limit, size)).toMatchObject({ status: 200, description });
      expect(await post(counted, limit - 1, size)).toMatchObject({ status: 400 });
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

it('a body with broken UTF-8 within the limit is 400', async () => {
  const property = fc.asyncProperty(anyText({ maxLength: 5 }), broken, async (description, broken) => {
    const start = encoder.encode(`{"description":${JSON.stringify(description).slice(0, -1)}`);
    const end = encoder.encode('","coordinates":{"latitude":1,"longitude":2}}');
    expect(await post([...start, ...broken, ...end], 4096, 3)).toMatchObject({ status: 400 });
  });
  await fc.assert(property);
});

it('a body of a byte order mark alone is not valid, and not missing', async () => {
  expect(await post(mark, 10, 1)).toMatchObject({ text: '{"error_message":"Provided JSON is not valid"}' });
  expect(await post([], 10, 1)).toMatchObject({ text: '{"error_message":"Body content is missing"}' });
});

it('a second byte order mark counts as a character, and is 400', async () => {
  expect(await post([...mark, ...mark, ...encoder.encode('{}')], 4, 1)).toMatchObject({ status: 400 });
});

/** Posts bytes in chunks of a size, as an adapter does that reads from a connection. */
async function post(bytes: readonly number[], bodyLimit: number, size: number) {
  const store = createMemoryStore();
  let delivered = 0;
  const body = async (maxBytes: number, hasEnough: (chunk: Uint8Array) => boolean = () => false) => {
    const all = Uint8Array.from(bytes).subarray(0, maxBytes);
    while (delivered < all.length) {
      const chunk = all.subarray(delivered, delivered + size);
      delivered += chunk.length;
      if (hasEnough(chunk)) break;
    }
    return all.subarray(0, delivered);
  };
  const response = await createHandler({ store, bodyLimit })({ ...request('POST', '/a'), body });
  return {
    status: response.status,
    text: response.body,
    description: store.peek('a')?.description,
    delivered,
  };
}

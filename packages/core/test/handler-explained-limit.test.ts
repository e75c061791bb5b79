import { describe, expect, it } from 'vitest';
import { deriveRequest } from '../src/adapter-kit.ts';
import { createHandler, createMemoryStore, type LocationRequest } from '../src/index.ts';
import { request, validBody } from './requests.ts';

/** 5120 characters, most of them of two bytes. */
const long = JSON.stringify({ description: 'é'.repeat(5059), coordinates: { latitude: 1, longitude: 2 } });
const longBytes = Buffer.byteLength(long);
const ascii = long.replaceAll('é', 'e');
const engine = 'not JSON: .+';

/** A body that has arrived as a whole. */
function atHand(body: string): LocationRequest {
  return request('POST', '/a', body);
}

/** A body in chunks of a given length, with or without an announced length. */
function inChunks(body: string, size: number, isAnnounced: boolean): LocationRequest {
  const bytes = Buffer.from(body);
  const length = isAnnounced ? { 'content-length': [String(bytes.length)] } : {};
  return deriveRequest(request('POST', '/a', '', { 'content-type': ['application/json'], ...length }), {
    async body(maxBytes, hasEnough = () => false) {
      let end = 0;
      while (end < bytes.length) {
        const chunk = bytes.subarray(end, end + size);
        end += chunk.length;
        if (end >= maxBytes || hasEnough(chunk)) break;
      }
      return bytes.subarray(0, Math.min(end, maxBytes));
    },
  });
}

async function explain(sent: LocationRequest, bodyLimit?: number) {
  const { explanation } = await createHandler({ store: createMemoryStore(), bodyLimit })(sent);
  return `${explanation?.clause}: ${explanation?.reason}`;
}

describe('the explanation of a body that is longer than the limit', () => {
  it.each([
    ['at hand', atHand(long)],
    ['announced, and read to its end', inChunks(long, longBytes, true)],
  ])('tells the length where the body is %s', async (_, sent) => {
    const reason = '5120 characters, 4096 read, cut inside "description"';
    expect(await explain(sent)).toBe(`SPEC 4.5.4: ${reason}`);
  });

  it.each([
    ['the client has not announced it', 5120, inChunks(long, longBytes, false)],
    ['its last chunk is not read', 4508, inChunks(long, 9000, true)],
    ['a chunk ends where the limit does', 4096, inChunks(ascii, 4096, true)],
    ['it is very long', 16_387, atHand(`{"description":"${'e'.repeat(20_000)}`)],
  ])('tells how long it is at least where %s', async (_, length, sent) => {
    const reason = `at least ${length} characters, 4096 read, cut inside "description"`;
    expect(await explain(sent)).toBe(`SPEC 4.5.4: ${reason}`);
  });

  it.each([
    ['{"coordinates":{"latitude":1,"longi', 'cut inside "coordinates"'],
    ['{"coordinates":{"latitude":1', 'cut inside "latitude"'],
    ['{"coordinates":{"latitude":1},"descrip', engine],
    ['latitude', engine],
    ['{} and ', engine],
  ])('tells where it cuts %s', async (start, where) => {
    const sent = atHand(`${start}${'1'.repeat(60 - start.length)}`);
    expect(await explain(sent, 40)).toMatch(new RegExp(`^SPEC 4\\.5\\.4: 60 characters, 40 read, ${where}$`));
  });

  it('does not count a byte order mark', async () => {
    expect(await explain(atHand(`\ufeff${long}`))).toContain(' 5120 characters, 4096 read, ');
  });

  it.each(['POST', 'PUT'])('says that %s ignored what follows the Location', async (method) => {
    const store = createMemoryStore();
    await store.put('a', { coordinates: { latitude: 1, longitude: 2 } });
    const sent = request(method, '/a', `${validBody}   and more`);
    const { status, explanation } = await createHandler({ store, bodyLimit: validBody.length + 3 })(sent);
    expect(status).toBe(200);
    expect(explanation).toEqual({
      clause: 'D21',
      reason: expect.stringMatching(
        /^every check passed: .*; what follows the first 47 characters was not looked at$/,
      ),
    });
  });
});

describe('the explanation of a body that the limit does not cut', () => {
  it('is the same for a body exactly as long as the limit', async () => {
    const sent = inChunks('{'.repeat(40), 40, true);
    expect(await explain(sent, 40)).toMatch(new RegExp(`^SPEC 4\\.5\\.6: ${engine}$`));
  });

  it('does not say whether more follows when that is unknown', async () => {
    const sent = inChunks('{'.repeat(40), 40, false);
    expect(await explain(sent, 40)).toMatch(
      new RegExp(`^SPEC 4\\.5\\.4: at least 40 characters, 40 read, ${engine}$`),
    );
  });
});

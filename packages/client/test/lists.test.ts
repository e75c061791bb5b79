import { createClient } from '@location-records/client';
import { contentOf, makeRecords } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LocationRecord } from '../src/location.ts';

const [first, second, third] = makeRecords(3).map((record) => JSON.stringify(record));

/** A client of a service whose list comes in these pieces, and then breaks off if it is `cut`. */
function listing(pieces: readonly (string | Uint8Array<ArrayBuffer>)[], { cut = false } = {}) {
  const encoder = new TextEncoder();
  const left = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  const body = () => {
    const queue = [...left];
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const piece = queue.shift();
        if (piece) controller.enqueue(piece);
        else if (cut) controller.error(new TypeError('terminated'));
        else controller.close();
      },
    });
  };
  return createClient({ url: 'http://a.test', fetch: async () => new Response(body()), retries: 0 });
}

const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed());
const degrees = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const record: fc.Arbitrary<LocationRecord> = fc
  .tuple(
    text.filter((id) => id !== ''),
    fc.option(text, { nil: undefined }),
    degrees,
    degrees,
  )
  .map(([id, description, latitude, longitude]) => {
    const coordinates = { latitude, longitude };
    return [id, description === undefined ? { coordinates } : { description, coordinates }];
  });

describe('a list', () => {
  it('has the same records however its bytes are split, with any text and any white space', async () => {
    const lists = fc.array(record, { maxLength: 40 });
    const cuts = fc.array(fc.nat(), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lists, cuts, fc.boolean(), async (records, places, isSpaced) => {
        const bytes = new TextEncoder().encode(JSON.stringify(records, null, isSpaced ? 1 : 0));
        const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort(
          (a, b) => a - b,
        );
        const pieces = ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
        const listed: LocationRecord[] = [];
        for await (const batch of listing(pieces).list()) listed.push(...batch);
        expect(listed).toEqual(records);
      }),
    );
  });

  it('is the one that JSON.parse reads, or rejects, after any change of one character', async () => {
    const whole = `[${first},${second},${third}]`;
    const change = fc.tuple(fc.nat(whole.length), fc.constantFrom('', ...'[]{},:"\\0 '), fc.nat(1));
    await fc.assert(
      fc.asyncProperty(change, fc.integer({ min: 1, max: 50 }), async ([at, put, removed], size) => {
        const changed = whole.slice(0, at) + put + whole.slice(at + removed);
        const pieces = changed.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
        const isRead = await contentOf(listing(pieces)).then(
          () => true,
          () => false,
        );
        let isList = true;
        try {
          isList = Array.isArray(JSON.parse(changed));
        } catch {
          isList = false;
        }
        // What is JSON may still be no list of records.
        if (!isList) expect(isRead).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['before its first record', ['['], 0],
    ['within a record', [`[${first},${second?.slice(0, 20)}`], 1],
    ['behind a comma', [`[${first},`], 1],
    ['before its last bracket', [`[${first},${second}`], 1],
  ])('that ends %s rejects after the records that came, however it ends', async (_, pieces, count) => {
    for (const [cut, code] of [
      [true, 'STORE_UNAVAILABLE'],
      [false, 'STORE_UNSUITABLE'],
    ] as const) {
      const records: LocationRecord[] = [];
      const reading = (async () => {
        for await (const batch of listing(pieces, { cut }).list()) records.push(...batch);
      })();
      await expect(reading).rejects.toMatchObject({ name: 'ClientError', code });
      expect(records).toHaveLength(count);
    }
  });

  it.each([
    ['nothing', ''],
    ['an object', `{"a":${first},"b":1}`],
    ['a text', '"abc"'],
    ['a comma too many', `[${first},]`],
    ['a comma at its beginning', `[,${first}]`],
    ['two commas', `[${first},,${second}]`],
    ['more behind it', `[${first}][]`],
    ['an entry of three parts', '[["a",{"coordinates":{"latitude":1,"longitude":2}},1]]'],
    ['an empty identifier', '[["",{"coordinates":{"latitude":1,"longitude":2}}]]'],
    ['an entry without coordinates', '[["a",{"description":"b"}]]'],
    ['a latitude that is text', '[["a",{"coordinates":{"latitude":"1","longitude":2}}]]'],
    ['a page of a login', '<h1>Log in</h1>'],
  ])('with %s rejects', async (_, body) => {
    await expect(contentOf(listing([body]))).rejects.toMatchObject({ code: 'STORE_UNSUITABLE', status: 200 });
  });

  it('that is no array rejects, and says so', async () => {
    await expect(contentOf(listing(['{"error_message":"a"}']))).rejects.toThrow(
      'Invalid "list": expected records.',
    );
  });

  it('that is not UTF-8 rejects, also at its end', async () => {
    const bytes = new TextEncoder().encode(`[${first}]`);
    for (const [at, byte] of [
      [3, 0xff],
      [bytes.length - 1, 0xc3],
    ] as const) {
      await expect(contentOf(listing([bytes.with(at, byte)]))).rejects.toMatchObject({
        code: 'STORE_UNSUITABLE',
      });
    }
  });

  it('yields what has come, before the next piece comes', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(given) {
        controller = given;
      },
    });
    const list = createClient({ url: 'http://a.test', fetch: async () => new Response(body) }).list();
    const send = (piece: string) => controller?.enqueue(new TextEncoder().encode(piece));
    send(`[${first}`);
    send(`,${second}`);
    expect((await list.next()).value).toEqual([JSON.parse(first as string)]);
    send(`,${third}`);
    expect((await list.next()).value).toEqual([JSON.parse(second as string)]);
    await list.return(undefined);
  });

  it('that is given up is not read to its end', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(`[${first},`)),
      cancel() {
        isCancelled = true;
      },
    });
    const client = createClient({ url: 'http://a.test', fetch: async () => new Response(body) });
    for await (const batch of client.list()) if (batch.length > 0) break;
    expect(isCancelled).toBe(true);
  });
});

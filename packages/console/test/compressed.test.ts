import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { createHandler, type LocationRequest, StoreError } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { createConsole } from '../src/index.ts';
import { record } from './requests.ts';

const records = Array.from({ length: 3000 }, (_, index) => record(`place ${index}`, index % 80, index % 170));
const store = createAreaMemoryStore(records);
const handle = createConsole(createHandler({ store }), { store });

function ask(target: string, headers: LocationRequest['headers'] = {}, method = 'GET') {
  return handle({ method, target, headers, body: async () => new Uint8Array() });
}

async function bytesOf({ body }: Awaited<ReturnType<typeof ask>>): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  const pieces = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const gzip: LocationRequest['headers'] = { 'accept-encoding': ['gzip, deflate, br'] };
const page: LocationRequest['headers'] = { accept: ['text/html'] };

describe('gzip below /-/', () => {
  it.each<[string, LocationRequest['headers']]>([
    ['/-/', page],
    ['/-/records', {}],
    ['/-/records?limit=1000&f=csv', {}],
    ['/-/records?limit=all', {}],
    ['/-/records?f=ndjson', {}],
    ['/-/records?bbox=0,0,80,80&f=kml', {}],
    ['/-/tiles/3/4/3.mvt', {}],
    ['/-/map', {}],
  ])('%s is the same, compressed or not', async (target, headers) => {
    // What has been counted does not change any more.
    await expect.poll(async () => String(await bytesOf(await ask('/-/')))).toContain('"records":3000');
    const [plain, encoded] = [await ask(target, headers), await ask(target, { ...headers, ...gzip })];
    const [plainBytes, encodedBytes] = [await bytesOf(plain), await bytesOf(encoded)];
    expect(plain.headers['Content-Encoding']).toBeUndefined();
    expect(encoded.headers['Content-Encoding']).toBe('gzip');
    expect(gunzipSync(encodedBytes).equals(plainBytes)).toBe(true);
    expect(encodedBytes.length).toBeLessThan(plainBytes.length);
    for (const { headers } of [plain, encoded]) expect(headers.Vary).toMatch(/^(Accept, )?Accept-Encoding$/);
    const length = encoded.headers['Content-Length'];
    expect([undefined, String(encodedBytes.length)]).toContain(length);
    expect(length === undefined).toBe(plain.headers['Content-Length'] === undefined);
    const head = await ask(target, { ...headers, ...gzip }, 'HEAD');
    expect([head.body, head.headers]).toEqual(['', encoded.headers]);
  });

  it('a client that has a compressed tile gets 304', async () => {
    const { headers } = await ask('/-/tiles/3/4/3.mvt', gzip);
    expect(headers.ETag).toMatch(/^W\//);
    const again = await ask('/-/tiles/3/4/3.mvt', { ...gzip, 'if-none-match': [String(headers.ETag)] });
    expect([again.status, again.body, again.headers.ETag]).toEqual([304, '', headers.ETag]);
    expect(again.headers.Vary).toBe(headers.Vary);
  });

  it.each([
    ['small', '/-/tiles/14/0/0.mvt'],
    ['an error', '/-/records?bbox=1'],
    ['of the specification', '/'],
    ['a record', '/place%201'],
  ])('what is %s is never compressed: %s', async (_, target) => {
    expect((await ask(target, gzip)).headers['Content-Encoding']).toBeUndefined();
  });

  it('a search for words is never compressed, so that each record shows when it is found', async () => {
    const { headers } = await ask('/-/records?f=ndjson&q=place', gzip);
    expect(headers['Content-Encoding']).toBeUndefined();
  });

  it('a store that fails halfway fails the compressed body with its error', async () => {
    const failure = new StoreError('STORE_UNAVAILABLE', 'The disk is gone.');
    const failing = Object.assign(createAreaMemoryStore(), {
      async *list() {
        yield records;
        yield records.map(([id, location]) => [`${id}b`, location] as const);
        throw failure;
      },
    });
    const reports: unknown[] = [];
    const onError = (error: unknown) => void reports.push(error);
    const serve = createConsole(createHandler({ store: failing }), { store: failing, onError });
    const response = await serve({
      method: 'GET',
      target: '/-/records?f=ndjson',
      headers: gzip,
      body: async () => new Uint8Array(),
    });
    expect(response.headers['Content-Encoding']).toBe('gzip');
    await expect(bytesOf(response)).rejects.toBe(failure);
    expect(reports).toEqual([failure]);
  });

  it.each(['before the first piece', 'after the first piece'])(
    'a client that leaves a compressed stream %s ends the list of the store',
    async (when) => {
      let hasEnded = false;
      const endless = Object.assign(createAreaMemoryStore(), {
        async *list() {
          try {
            for (let batch = 0; ; batch++) {
              yield records.map(([id, location]) => [`${id} ${batch}`, location] as const);
            }
          } finally {
            hasEnded = true;
          }
        },
      });
      const serve = createConsole(createHandler({ store: endless }), { store: endless });
      const { body } = await serve({
        method: 'GET',
        target: '/-/records?f=ndjson',
        headers: gzip,
        body: async () => new Uint8Array(),
      });
      if (typeof body === 'string') throw new Error('not a stream');
      if (when === 'after the first piece') expect((await body.next()).done).toBe(false);
      await body.return?.();
      expect(hasEnded).toBe(true);
    },
  );

  it('a client that leaves while more is compressed ends only its own response', async () => {
    const faults: unknown[] = [];
    const note = (fault: unknown) => faults.push(fault);
    process.on('uncaughtExceptionMonitor', note);
    const random = Array.from({ length: 3000 }, (_, index) => {
      const [id, location] = record(`place ${index}`, index % 80, index % 170);
      return [id, { ...location, description: randomBytes(150).toString('hex') }] as const;
    });
    const large = createAreaMemoryStore(random);
    const serve = createConsole(createHandler({ store: large }), { store: large });
    for (let time = 0; time < 20; time++) {
      const request = { method: 'GET', target: '/-/records?limit=all&f=csv', headers: gzip };
      const { body } = await serve({ ...request, body: async () => new Uint8Array() });
      if (typeof body === 'string') throw new Error('not a stream');
      for (let piece = 0; piece < 2; piece++) {
        await body.next();
        await setTimeout(5);
      }
      await body.next();
      await body.return?.();
    }
    process.off('uncaughtExceptionMonitor', note);
    expect(faults).toEqual([]);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LocationRecord } from '../../src/api.ts';
import { streamRecords } from '../../src/search/stream-records.ts';

const service = new URL('http://localhost/base/');

function featureOf({ id, description, coordinates: { latitude, longitude } }: LocationRecord): string {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] };
  return JSON.stringify({ type: 'Feature', id, geometry, properties: { description } });
}

/** Lets `fetch` respond with some bytes, cut into chunks. Returns the URLs that it was given. */
function respondWith(body: BodyInit | ReadableStream<Uint8Array>, init?: ResponseInit): string[] {
  const urls: string[] = [];
  vi.stubGlobal('fetch', async (url: URL, { signal }: RequestInit) => {
    urls.push(url.href);
    signal?.throwIfAborted();
    return new Response(body, init);
  });
  return urls;
}

async function readAll(
  options: Partial<Parameters<typeof streamRecords>[0]> = {},
): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  const signal = new AbortController().signal;
  for await (const batch of streamRecords({ service, box: undefined, signal, ...options }))
    records.push(...batch);
  return records;
}

describe('streamRecords', () => {
  afterEach(() => vi.unstubAllGlobals());

  const records: LocationRecord[] = [
    { id: 'a\n"\u{1f30d}', description: 'é\u2028', coordinates: { latitude: 1.5, longitude: -2e-7 } },
    { id: 'b', description: undefined, coordinates: { latitude: 95, longitude: 720 } },
  ];
  const bytes = new TextEncoder().encode(records.map((record) => `${featureOf(record)}\n`).join(''));

  it.each([1, 2, 3, 7, 1000])('records are read in chunks of %d bytes', async (size) => {
    let start = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (start >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(start, start + size));
        start += size;
      },
    });
    respondWith(body);
    expect(await readAll()).toEqual(records);
  });

  it('a last line without an end is read', async () => {
    respondWith(bytes.subarray(0, -1));
    expect(await readAll()).toEqual(records);
  });

  it('a stream of a box asks for the box', async () => {
    const urls = respondWith('');
    await readAll({ box: { west: -1, south: -2, east: 3, north: 4 } });
    expect(urls).toEqual(['http://localhost/base/-/records?f=ndjson&limit=all&bbox=-1%2C-2%2C3%2C4']);
  });

  it('a refused stream has the words of the service', async () => {
    respondWith('{"error_message":"Not today."}', { status: 400 });
    await expect(readAll()).rejects.toThrow('Not today.');
  });

  it('a stream says when the service cannot be reached, also halfway', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes);
      },
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    });
    respondWith(body);
    await expect(readAll()).rejects.toThrow('The service cannot be reached.');
  });

  it('an aborted stream ends without an error', async () => {
    respondWith(bytes);
    expect(await readAll({ signal: AbortSignal.abort() })).toEqual([]);
  });

  it('a stream cancels the response when its reader has enough', async () => {
    const cancelled = vi.fn();
    respondWith(
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(bytes),
        cancel: cancelled,
      }),
    );
    const signal = new AbortController().signal;
    for await (const _batch of streamRecords({ service, box: undefined, signal })) break;
    expect(cancelled).toHaveBeenCalledOnce();
  });
});

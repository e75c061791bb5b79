import { createFetchHandler } from '@location-records/adapters/fetch';
import { type Client, createClient, type FoundRecord } from '@location-records/client';
import { createConsole } from '@location-records/console';
import { createHandler } from '@location-records/core';
import { createAreaMemoryStore, isAreaStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';

/** 250 records on the equator, one degree apart from -125. */
const records = Array.from({ length: 250 }, (_, index) => {
  const coordinates = { latitude: 0, longitude: index - 125 };
  return [`id-${index}`, index === 7 ? { description: 'Café 7', coordinates } : { coordinates }] as const;
});

function newClient(onUrl: (url: string) => void = () => {}): Client {
  const store = createAreaMemoryStore(records);
  const handle = createFetchHandler(createConsole(createHandler({ store }), { store }));
  return createClient({
    url: 'http://places.test',
    fetch(url, init) {
      onUrl(url);
      return handle(new Request(url, init));
    },
  });
}

async function idsOf(batches: AsyncIterable<readonly FoundRecord[]>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const batch of batches) ids.push(...batch.map(([id]) => id));
  return ids.sort();
}

const all = records.map(([id]) => id).sort();

describe('an area query', () => {
  it('within has every record of a box once, on as many pages as the limit says', async () => {
    const urls: string[] = [];
    const client = newClient((url) => urls.push(url));
    const found = client.within({ west: -100, south: -1, east: 99, north: 1 }, { limit: 60 });
    expect(await idsOf(found)).toEqual(
      all.filter((id) => Number(id.slice(3)) >= 25 && Number(id.slice(3)) < 225),
    );
    expect(urls.length).toBeGreaterThanOrEqual(4);
  });

  it('within crosses the antimeridian if its west is above its east', async () => {
    const found = newClient().within({ west: 120, south: -1, east: -120, north: 1 });
    expect(await idsOf(found)).toEqual([
      'id-0',
      'id-1',
      'id-2',
      'id-245',
      'id-246',
      'id-247',
      'id-248',
      'id-249',
      'id-3',
      'id-4',
      'id-5',
    ]);
  });

  it('near has the nearest records first, with their distances, up to a radius', async () => {
    const client = newClient();
    const found: FoundRecord[] = [];
    for await (const batch of client.near({ latitude: 0, longitude: 0.2 }, { radius: 150_000 }))
      found.push(...batch);
    expect(found.map(([id]) => id)).toEqual(['id-125', 'id-126', 'id-124']);
    expect(found[0]).toEqual([
      'id-125',
      { coordinates: { latitude: 0, longitude: 0 } },
      expect.closeTo(22_239, -1),
    ]);
  });

  it('pages continue after any page', async () => {
    const client = newClient();
    for await (const page of client.pages({ limit: 100 })) {
      expect(page.records).toHaveLength(100);
      const rest: string[] = [];
      for await (const { records: found } of client.pages({ limit: 100, cursor: page.next })) {
        rest.push(...found.map(([id]) => id));
      }
      expect([...rest, ...page.records.map(([id]) => id)].sort()).toEqual(all);
      break;
    }
  });

  it('finds words', async () => {
    const pages = newClient().pages({ words: 'cafe' });
    const [, location, distance] = (await pages.next()).value?.records[0] ?? [];
    expect([location?.description, distance]).toEqual(['Café 7', undefined]);
  });

  it('that is wrong rejects with what the service says', async () => {
    const wrong = newClient().within({ west: 0, south: 2, east: 1, north: 1 });
    await expect(wrong.next()).rejects.toMatchObject({ code: 'REQUEST_REFUSED', status: 400 });
  });

  it('follows no link to another host', async () => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json({ features: [], links: [{ href: 'https://evil.test/-/records?cursor=abc' }] });
    };
    const pages = createClient({ url: 'https://places.test', fetch }).pages({});
    await pages.next();
    await pages.next();
    expect(urls).toEqual(['https://places.test/-/records?', 'https://places.test/-/records?cursor=abc']);
  });
});

it('a client is no area store, whose positions are those of any box', () => {
  expect(isAreaStore(newClient())).toBe(false);
});

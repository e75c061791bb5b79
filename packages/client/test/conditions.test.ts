import { createFetchHandler } from '@location-records/adapters/fetch';
import { type Client, ClientError, createClient } from '@location-records/client';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';

const location = { coordinates: { latitude: 1, longitude: 2 } };
const other = { description: 'other', coordinates: { latitude: 3, longitude: 4 } };

function newClient(etags = true): Client {
  const handle = createFetchHandler(createHandler({ store: createMemoryStore(), etags }));
  return createClient({ url: 'http://places.test', fetch: (url, init) => handle(new Request(url, init)) });
}

async function tagOf(client: Client, id = 'a'): Promise<string> {
  return (await client.getWithTag(id))?.etag ?? expect.unreachable();
}

const failed = { code: 'PRECONDITION_FAILED', status: 412 };

describe('a condition', () => {
  it.each<[name: string, write: (client: Client, ifMatch: string) => Promise<unknown>, after: unknown]>([
    ['put', (client, ifMatch) => client.put('a', other, { ifMatch }), other],
    ['replace', (client, ifMatch) => client.replace('a', other, { ifMatch }), other],
    ['delete', (client, ifMatch) => client.delete('a', { ifMatch }), undefined],
  ])('ifMatch of %s writes with the tag of the record, and with no other', async (_, write, after) => {
    const client = newClient();
    await client.put('a', location);
    await expect(write(client, '"0123456789abcdefghijkl"')).rejects.toMatchObject(failed);
    expect(await client.get('a')).toEqual(location);
    await write(client, await tagOf(client));
    expect(await client.get('a')).toEqual(after);
  });

  it('that fails has the current tag', async () => {
    const client = newClient();
    await client.put('a', location);
    const error = await client.put('a', other, { ifNoneMatch: '*' }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect(error.headers.get('ETag')).toBe(await tagOf(client));
  });

  it.each([{ ifMatch: '' }, { ifNoneMatch: '' }, { ifMatch: '"a"\n' + 'b' }])(
    '%j is refused, and nothing is sent',
    async (condition) => {
      const sent: string[] = [];
      const fetch = async (url: string) => {
        sent.push(url);
        return new Response();
      };
      const client = createClient({ url: 'http://places.test', fetch });
      const refused = { code: 'INVALID_ARGUMENT' };
      await expect(client.put('a', location, condition)).rejects.toMatchObject(refused);
      await expect(client.delete('a', condition)).rejects.toMatchObject(refused);
      expect(sent).toEqual([]);
    },
  );

  it('cannot be made of a weak ETag, which no ifMatch matches', async () => {
    const fetch = async () => Response.json(location, { headers: { ETag: 'W/"0123456789abcdefghijkl"' } });
    const client = createClient({ url: 'http://places.test', fetch });
    expect(await client.getWithTag('a')).toEqual({ location, etag: undefined });
  });

  it('ifNoneMatch creates a record, and replaces none', async () => {
    const client = newClient();
    await client.put('a', location, { ifNoneMatch: '*' });
    await expect(client.put('a', other, { ifNoneMatch: '*' })).rejects.toMatchObject(failed);
    expect(await client.get('a')).toEqual(location);
  });

  it('on an absent record is that it is absent for replace, and fails for put and delete', async () => {
    const client = newClient();
    expect(await client.replace('a', location, { ifMatch: '*' })).toBe(false);
    await expect(client.put('a', location, { ifMatch: '*' })).rejects.toMatchObject(failed);
    await expect(client.delete('a', { ifMatch: '*' })).rejects.toMatchObject(failed);
  });

  it('lets eight clients increment one record at once without a lost update', async () => {
    const client = newClient();
    await client.put('a', { coordinates: { latitude: 0, longitude: 0 } });
    const increment = async () => {
      for (;;) {
        const found = await client.getWithTag('a');
        const latitude = (found?.location.coordinates.latitude ?? 0) + 1;
        const options = { ifMatch: found?.etag };
        try {
          return await client.replace('a', { coordinates: { latitude, longitude: 0 } }, options);
        } catch (error) {
          if ((error as ClientError).code !== 'PRECONDITION_FAILED') throw error;
        }
      }
    };
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let count = 0; count < 25; count++) await increment();
      }),
    );
    expect((await client.get('a'))?.coordinates.latitude).toBe(200);
  });
});

it('a service without ETags gives none', async () => {
  const client = newClient(false);
  await client.put('a', location);
  expect(await client.getWithTag('a')).toEqual({ location, etag: undefined });
  expect(await client.getWithTag('b')).toBe(undefined);
});

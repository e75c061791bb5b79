import { createHandler, type LocationResponse } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it, vi } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { record } from '../requests.ts';
import { countedLayers, layersOf } from './tile-layers.ts';

const world = '/-/tiles/0/0/0.mvt';

/** So many that the world shows numbers. */
const many = Array.from({ length: 3000 }, (_, index) => record(`r${index}`, 40 + index / 1000, index / 1000));

/** A service whose time stands still, so that its records are counted once. */
function service(store: AreaStore) {
  let time = 0;
  const options = { store, now: () => time };
  const handle = createConsole(createHandler({ store }), options);
  const send = (method: string, target: string, body = ''): Promise<LocationResponse> =>
    handle({
      method,
      target,
      headers: body === '' ? {} : { 'content-type': ['application/json'] },
      body: async () => new TextEncoder().encode(body),
    });
  return {
    send,
    get: (target: string) => send('GET', target),
    write: async (method: string, id: string, latitude?: number, longitude?: number) => {
      const coordinates = { latitude, longitude };
      const { status } = await send(
        method,
        `/${id}`,
        method === 'DELETE' ? '' : JSON.stringify({ coordinates }),
      );
      expect(status).toBeLessThan(300);
    },
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

/** The numbers of the cells in the south, where no record is at first, from west to east. */
async function southOf(get: (target: string) => Promise<LocationResponse>) {
  const { cells = [] } = await layersOf(await get(world));
  return cells
    .filter(({ at: [, y] }) => Number(y) > 2048)
    .sort(({ at: [one] }, { at: [other] }) => Number(one) - Number(other))
    .map(({ count }) => count);
}

describe('while a map is open, a write through the service', () => {
  it('is in the numbers before all records are counted again', async () => {
    const { get, write } = service(createAreaMemoryStore(many));
    await countedLayers(get, world, many.length);
    await write('POST', 'one', -40, -100);
    await expect.poll(() => southOf(get)).toEqual([1]);
    await write('POST', 'two', -40, 100);
    await expect.poll(() => southOf(get)).toEqual([1, 1]);
    await write('PUT', 'one', -40, 100);
    await expect.poll(() => southOf(get)).toEqual([2]);
    await write('POST', 'three', -40, 100);
    await expect.poll(() => southOf(get)).toEqual([3]);
    await write('DELETE', 'two');
    await expect.poll(() => southOf(get)).toEqual([2]);
    await write('PUT', 'one', 89, 190);
    await write('DELETE', 'three');
    await expect.poll(() => southOf(get)).toEqual([]);
    await countedLayers(get, world, many.length + 1);
  });

  it('is not read again after thousands of other writes', async () => {
    const store = createAreaMemoryStore(many);
    const { get, write } = service(store);
    await countedLayers(get, world, many.length);
    for (let index = 0; index < 4200; index++) await write('POST', `n${index}`, -40, -100 + index / 100);
    const reads = vi.spyOn(store, 'get');
    await write('POST', 'one', -40, 150);
    expect(reads).not.toHaveBeenCalled();
  });

  it('that changes nothing leaves the numbers as they are', async () => {
    const { get, send } = service(createAreaMemoryStore(many));
    await countedLayers(get, world, many.length);
    for (const [method, target] of [
      ['POST', '/r1'],
      ['PUT', '/r1'],
      ['DELETE', '/'],
      ['POST', '/a/b'],
      ['POST', '/%ff'],
    ] as const) {
      const { status } = await send(method, target, '{"coordinates":{"latitude":-40}}');
      expect(status).toBeGreaterThanOrEqual(400);
    }
    await send('DELETE', '/missing');
    await countedLayers(get, world, many.length);
    expect(await southOf(get)).toEqual([]);
  });

  it('has the response of the service when the store fails', async () => {
    const store = createAreaMemoryStore(many);
    const { get, send } = service(store);
    await countedLayers(get, world, many.length);
    store.get = () => Promise.reject(new Error('down'));
    store.delete = () => Promise.reject(new Error('down'));
    expect((await send('DELETE', '/r1')).status).toBe(500);
  });
});

it('while no map is open, a write is not read again', async () => {
  const store = createAreaMemoryStore(many);
  const { get, write, pass } = service(store);
  const reads = vi.spyOn(store, 'get');
  await write('POST', 'one', -40, -100);
  await countedLayers(get, world, many.length + 1);
  pass(5000);
  await write('POST', 'two', -40, 100);
  expect(reads).not.toHaveBeenCalled();
});

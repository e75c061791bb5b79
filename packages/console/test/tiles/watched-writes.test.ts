import { createHandler, type LocationResponse } from '@location-records/core';
import { type AreaStore, type Box, createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it, vi } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { record } from '../requests.ts';
import { countedLayers, layersOf } from './tile-layers.ts';

const world = '/-/tiles/0/0/0.mvt';

/** Enough records for the tile of the world to show numbers. */
const many = Array.from({ length: 3000 }, (_, index) => record(`r${index}`, 40 + index / 1000, index / 1000));

/** A service whose time stands still, so that its records are counted once. */
function service(store: AreaStore, basePath = '/', onError: (error: unknown) => void = () => {}) {
  let time = 0;
  const handle = createConsole(createHandler({ store, basePath }), {
    store,
    basePath,
    onError,
    now: () => time,
  });
  const send = (
    method: string,
    target: string,
    body = '',
    arrived: Promise<unknown> = Promise.resolve(),
  ): Promise<LocationResponse> =>
    handle({
      method,
      target: `${basePath === '/' ? '' : basePath}${target}`,
      headers: body === '' ? {} : { 'content-type': ['application/json'] },
      body: async () => {
        await arrived;
        return new TextEncoder().encode(body);
      },
    });
  return {
    send,
    /** Sends a write whose body arrives when the returned function is called. */
    begin: (method: string, id: string, latitude: number, longitude: number) => {
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const response = send(
        method,
        `/${id}`,
        JSON.stringify({ coordinates: { latitude, longitude } }),
        arrived,
      );
      return async () => {
        arrive();
        expect((await response).status).toBe(200);
      };
    },
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

/** Has a store tell which squares are read from now on. The count of all may still be under way. */
function squaresRead(store: AreaStore): () => readonly Box[] {
  const { mock } = vi.spyOn(store, 'within');
  return () => mock.calls.map(([box]) => box).filter(({ west, east }) => east - west < 1);
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

  it('is not read again right after a thousand others, and is again a second later', async () => {
    const store = createAreaMemoryStore(many);
    const { get, write, pass } = service(store);
    await countedLayers(get, world, many.length);
    for (let index = 0; index < 1200; index++) await write('POST', `n${index}`, -40, -100 + index / 100);
    const reads = vi.spyOn(store, 'get');
    await write('POST', 'one', -40, 150);
    expect(reads).not.toHaveBeenCalled();
    pass(100);
    await write('POST', 'two', -40, 170);
    expect(reads).toHaveBeenCalled();
    await expect.poll(async () => (await southOf(get)).at(-1)).toBe(1);
  });

  it('that the service refuses is not looked at', async () => {
    const store = createAreaMemoryStore(many);
    const { get, send } = service(store);
    await countedLayers(get, world, many.length);
    const reads = vi.spyOn(store, 'get');
    const squares = squaresRead(store);
    for (const [method, target, body] of [
      ['POST', '/r1', ''],
      ['DELETE', '/', ''],
      ['POST', '/a/b', '{}'],
      ['POST', '/%ff', '{}'],
      ['PATCH', '/r1', '{}'],
    ] as const) {
      expect((await send(method, target, body)).status).toBeGreaterThanOrEqual(400);
    }
    expect(reads).not.toHaveBeenCalled();
    expect((await send('POST', '/r1', '{}')).status).toBe(400);
    expect((await send('PUT', '/missing', '{"coordinates":{"latitude":1,"longitude":2}}')).status).toBe(404);
    expect(squares()).toEqual([]);
  });

  it('that does not move the record changes no number, and reads no square', async () => {
    const store = createAreaMemoryStore(many);
    const { get, write } = service(store);
    await countedLayers(get, world, many.length);
    const squares = squaresRead(store);
    await write('PUT', 'r1', 40.001, 0.001);
    await new Promise((resolve) => setImmediate(resolve));
    expect(squares()).toEqual([]);
  });

  it('is left to the next count if more than a hundred records are at one place', async () => {
    const crowd = Array.from({ length: 150 }, (_, index) => record(`c${index}`, -40, -100));
    const store = createAreaMemoryStore([...many, ...crowd]);
    const { get, write } = service(store);
    await countedLayers(get, world, many.length + 150);
    const squares = squaresRead(store);
    for (let index = 0; index < 3; index++) await write('POST', `d${index}`, -40, -100);
    await write('POST', 'one', -40, 100);
    await expect.poll(() => southOf(get)).toEqual([150, 1]);
    // It is looked at once, in the first of its two boxes.
    expect(squares().filter(({ west, east }) => west < -100 && east > -100)).toHaveLength(1);
  });

  it('is counted below a base path', async () => {
    const { get, write } = service(createAreaMemoryStore(many), '/v1');
    await countedLayers(get, world, many.length);
    await write('POST', 'one', -40, -100);
    await expect.poll(() => southOf(get)).toEqual([1]);
  });

  it('is in the numbers if the record was moved while its body was arriving', async () => {
    const { get, write, begin } = service(createAreaMemoryStore(many));
    await write('POST', 'one', -40, -100);
    await countedLayers(get, world, many.length + 1);
    const finish = begin('PUT', 'one', -40, 150);
    await write('PUT', 'one', -40, 0);
    await expect.poll(() => southOf(get)).toEqual([1]);
    await finish();
    await expect
      .poll(async () => (await layersOf(await get('/-/tiles/1/1/1.mvt'))).records?.map(({ id }) => id))
      .toEqual(['one']);
    await countedLayers(get, world, many.length + 1);
    await expect.poll(() => southOf(get)).toEqual([1]);
  });

  it('is not lost behind one that could not be read', async () => {
    const store = createAreaMemoryStore(many);
    const errors: unknown[] = [];
    const { get, write } = service(store, '/', (error) => errors.push(error));
    await countedLayers(get, world, many.length);
    const within = store.within.bind(store);
    store.within = () => Promise.reject(new Error('busy'));
    await write('POST', 'one', -40, -100);
    await expect.poll(() => errors.length).toBe(1);
    store.within = within;
    await write('POST', 'two', -40, 100);
    await expect.poll(() => southOf(get)).toEqual([1]);
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
  pass(10_000);
  await write('POST', 'two', -40, 100);
  expect(reads).not.toHaveBeenCalled();
});

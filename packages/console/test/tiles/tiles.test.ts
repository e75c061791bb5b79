import { createHandler } from '@location-records/core';
import { type Box, createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { consoleOver, record } from '../requests.ts';
import { bytesOf, countedLayers, layersOf, singledLayers } from './tile-layers.ts';

const few = [
  record('tower', 48.8584, 2.2945, 'Eiffel Tower'),
  record('louvre', 48.8606, 2.3376, ''),
  record('fiji', -17.7, 190),
  record('pole', 90, 0),
];

/** Many records, most of them close to each other. */
const many = Array.from({ length: 5000 }, (_, index) => record(`r${index}`, 40 + index / 1000, index / 1000));

describe('a tile with few records', () => {
  it('a tile with few records has each of them, with its identifier and description', async () => {
    const get = consoleOver(few);
    expect(await layersOf(await get('/-/tiles/0/0/0.mvt'))).toEqual({
      records: [
        { id: 'pole', at: [2048, 0] },
        { id: 'tower', description: 'Eiffel Tower', at: [2074, 1409] },
        { id: 'louvre', description: '', at: [2074, 1409] },
        { id: 'fiji', at: [113, 2252] },
      ],
    });
    expect((await layersOf(await get('/-/tiles/1/0/1.mvt'))).records).toEqual([
      { id: 'fiji', at: [227, 409] },
    ]);
  });

  it('a tile cuts a long description between characters', async () => {
    const text = '\u{1f600}'.repeat(101);
    const get = consoleOver([record('a', 1, 1, text), record('b', 1, 1, text.slice(2))]);
    const { records = [] } = await layersOf(await get('/-/tiles/0/0/0.mvt'));
    expect(records.map(({ description }) => description)).toEqual([`${text.slice(2)}…`, text.slice(2)]);
  });

  it('a tile without records is empty', async () => {
    const response = await consoleOver([])('/-/tiles/0/0/0.mvt');
    expect(await layersOf(response)).toEqual({});
    expect(response.headers['Content-Length']).toBe('0');
  });
});

describe('a tile with many records', () => {
  it('a tile with many records has numbers, and a deeper tile has the records', async () => {
    const get = consoleOver(many);
    const { cells = [], records } = await countedLayers(get, '/-/tiles/0/0/0.mvt', many.length);
    expect(records).toBeUndefined();
    expect(cells.length).toBeGreaterThan(1);
    expect(cells.reduce((sum, { count }) => sum + Number(count), 0)).toBe(many.length);
    const below = await layersOf(await get('/-/tiles/9/256/192.mvt'));
    expect(below.cells).toBeUndefined();
    expect(below.records?.length).toBeGreaterThan(10);
  });

  it('a cell with up to four records has them, and others have their number', async () => {
    const groups = [1, 4, 5, 3000].flatMap((length, group) =>
      Array.from({ length }, (_, index) => record(`${group}/${index}`, 10 * group + 1, 30 * group + 1)),
    );
    const { cells = [], records = [] } = await singledLayers(consoleOver(groups), '/-/tiles/0/0/0.mvt');
    expect(cells.map(({ count }) => count).toSorted()).toEqual([3000, 5]);
    expect(records.map(({ id }) => id).toSorted()).toEqual(['0/0', '1/0', '1/1', '1/2', '1/3']);
  });

  it('a tile whose single records were deleted since they were counted does not show them', async () => {
    const crowd = Array.from({ length: 3000 }, (_, index) => record(`${index}`, 1, 1));
    const store = createAreaMemoryStore([...crowd, record('alone', 50, 50)]);
    // The records are counted once.
    const get = consoleOver(store, { now: () => 0 });
    expect(await singledLayers(get, '/-/tiles/0/0/0.mvt')).toMatchObject({ records: [{ id: 'alone' }] });
    await store.delete('alone');
    expect(await layersOf(await get('/-/tiles/0/0/0.mvt'))).toEqual({ cells: [expect.anything()] });
  });

  it('evenly spread records and numbers do not meet in a straight line', async () => {
    // Ever denser towards the east: 250 records in a tile of zoom 4, then 1,000, then 4,000.
    const even = Array.from({ length: 5250 }, (_, index) => {
      const part = (index + 0.5) / 5250;
      const column = part < 1 / 21 ? 0 : part < 5 / 21 ? 1 : 2;
      return record(
        `${index}`,
        ((index * 0.618034) % 1) * 21.9,
        22.5 * column + ((index * 0.754878) % 1) * 22.5,
      );
    });
    const get = consoleOver(even);
    await singledLayers(get, '/-/tiles/4/9/7.mvt');
    const shares = [];
    for (const x of [8, 9, 10]) {
      const { cells = [], records = [] } = await layersOf(await get(`/-/tiles/4/${x}/7.mvt`));
      const counted = cells.reduce((sum, { count }) => sum + Number(count), 0);
      shares.push(records.length / (records.length + counted));
    }
    expect(shares[0]).toBe(1);
    expect(shares[1]).toBeGreaterThan(0.2);
    expect(shares[1]).toBeLessThan(0.95);
    expect(shares[2]).toBeLessThan(0.2);
  });

  it('a tile with many records has the numbers of some until all are counted', async () => {
    const store = createAreaMemoryStore(many);
    const within = store.within.bind(store);
    const isCount = (box: Box) => box.west === -360;
    store.within = (box, options) => (isCount(box) ? new Promise(() => {}) : within(box, options));
    const get = consoleOver(store);
    for (const target of ['/-/tiles/0/0/0.mvt', '/-/tiles/2/2/1.mvt']) {
      const { cells = [] } = await layersOf(await get(target));
      expect(cells.reduce((sum, { count }) => sum + Number(count), 0)).toBeGreaterThan(2000);
    }
    expect(await layersOf(await get('/-/tiles/2/0/0.mvt'))).toEqual({});
  });

  it('the records are counted again while clients ask for tiles', async () => {
    let time = 0;
    const store = createAreaMemoryStore(many);
    const get = consoleOver(store, { now: () => time++ });
    await countedLayers(get, '/-/tiles/0/0/0.mvt', many.length);
    await store.put('more', { coordinates: { latitude: -40, longitude: -100 } });
    const { records = [] } = await countedLayers(get, '/-/tiles/0/0/0.mvt', many.length + 1);
    expect(records).toEqual([expect.objectContaining({ id: 'more' })]);
  });
});

it.each([
  [{}, {}, 'http://localhost'],
  [{ host: ['127.0.0.1:8080'] }, {}, 'http://127.0.0.1:8080'],
  [{ host: ['example.org'], 'x-forwarded-proto': ['https'] }, { basePath: '/v1' }, 'https://example.org/v1'],
  [{ host: ['example.org'], 'x-forwarded-proto': ['HTTPS, http'] }, {}, 'https://example.org'],
  [{ host: ['example.org'] }, { publicUrl: 'https://maps.example/places/' }, 'https://maps.example/places'],
])('the TileJSON document for %j and %j has URLs below %s', async (headers, options, base) => {
  const store = createAreaMemoryStore(few);
  const basePath = 'basePath' in options ? options.basePath : '';
  const handle = createConsole(createHandler({ store }), { store, ...options });
  const target = `${basePath}/-/tiles.json`;
  const response = await handle({ method: 'GET', target, headers, body: async () => new Uint8Array() });
  const { tiles } = JSON.parse(new TextDecoder().decode(await bytesOf(response)));
  expect(tiles).toEqual([`${base}/-/tiles/{z}/{x}/{y}.mvt`]);
});

it('a store that is closed while its records are counted is not an error', async () => {
  const store = createAreaMemoryStore(many);
  const { within } = store;
  const errors: unknown[] = [];
  let isOver = false;
  const closing = Object.assign(store, {
    async within(...args: Parameters<typeof within>) {
      try {
        await store.close();
        return await within.apply(store, args);
      } finally {
        isOver = true;
      }
    },
  });
  await consoleOver(closing, { onError: (error) => errors.push(error) })('/-/map');
  await expect.poll(() => isOver).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(errors).toEqual([]);
});

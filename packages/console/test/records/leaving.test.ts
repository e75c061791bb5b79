import { createHandler, type Handler, type LocationRequest } from '@location-records/core';
import { type AreaStore, type Box, createAreaMemoryStore } from '@location-records/core/areas';
import { expect, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { type Host, inProcess, onExpress, onNodeHttp } from '../contract/serve-console.ts';
import { collectionOf, idsOn, record, textOf } from '../requests.ts';
import { countedLayers } from '../tiles/tile-layers.ts';

const home = record('home', 1, 1);

/** The position after an empty page of a store that has more to look at. */
const further = { part: 0, latitude: 0, longitude: 0, id: 'x' };

/** Whether the records are counted for the tiles, which no client waits for. */
const isCount = ({ west }: Box) => west === -360;

/**
 * A store that finds nothing and never comes to an end until `end` is called. Its calls wait for `open`, and
 * are counted.
 */
function endlessStore() {
  const store = createAreaMemoryStore([home]);
  const within = store.within.bind(store);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const counted = { calls: 0, isEndless: true };
  const find: AreaStore['within'] = async (box, options) => {
    if (isCount(box) || !counted.isEndless) return within(box, options);
    counted.calls++;
    await gate;
    return { records: [], next: further };
  };
  return { store: Object.assign(store, { within: find }), counted, open: () => open() };
}

function asked(target: string, signal?: AbortSignal): LocationRequest {
  return { method: 'GET', target, headers: {}, body: async () => new Uint8Array(), signal };
}

it.each<[number, string, Host]>([
  [500, 'fetch', inProcess],
  [200, 'node:http', onNodeHttp],
  [100, 'Express', onExpress],
])('searches of %i clients that have left ask the store no more, over %s', async (count, _name, host) => {
  const { store, counted, open } = endlessStore();
  const reported: unknown[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  let settled = 0;
  const { url, fetch, close } = await host((basePath) => {
    const onError = (error: unknown) => reported.push(error);
    const handle = createConsole(createHandler({ store, basePath }), { store, basePath, onError });
    return (request) => {
      signals.push(request.signal);
      return handle(request).finally(() => settled++);
    };
  });
  const client = new AbortController();
  const query = { signal: client.signal };
  const outcomes = Array.from({ length: count }, () =>
    fetch(`${url}/-/records?bbox=0,0,1,1`, query).catch(() => undefined),
  );
  // Of the others, 16 are at the gate, and 64 wait.
  await expect.poll(() => [signals.length, settled]).toEqual([count, count - 80]);
  expect(counted.calls).toBe(16);
  client.abort();
  await expect.poll(() => settled).toBe(count - 16);
  await expect.poll(() => signals.slice(0, 16).every((signal) => signal?.aborted)).toBe(true);
  open();
  expect((await fetch(`${url}/home`)).status).toBe(200);
  await expect.poll(() => settled).toBe(count + 1);
  expect(counted.calls).toBe(16);
  counted.isEndless = false;
  expect((await fetch(`${url}/-/records`)).status).toBe(200);
  expect(reported).toEqual([]);
  await Promise.all(outcomes);
  await close();
});

it.each([
  ['a page of a box', '/-/records?bbox=0,0,1,1'],
  ['a page of what is near', '/-/records?near=1,1'],
  ['a stream of a box', '/-/records?bbox=0,0,1,1&limit=all'],
  ['a stream of what is near', '/-/records?near=1,1&radius=1000&limit=all'],
  ['a tile', '/-/tiles/9/256/192.mvt'],
])('%s ends with the reason of the signal when its client leaves', async (_name, target) => {
  const { store, counted, open } = endlessStore();
  const reported: unknown[] = [];
  const onError = (error: unknown) => reported.push(error);
  const handle = createConsole(createHandler({ store }), { store, onError });
  const client = new AbortController();
  const response = handle(asked(target, client.signal));
  await expect.poll(() => counted.calls).toBeGreaterThan(0);
  const { calls } = counted;
  client.abort();
  open();
  await expect(response).rejects.toBe(client.signal.reason);
  expect(counted.calls).toBe(calls);
  expect(reported).toEqual([]);
});

it('a search whose client has left before it begins does not ask the store', async () => {
  const { store, counted } = endlessStore();
  const handle = createConsole(createHandler({ store }), { store });
  await expect(handle(asked('/-/records', AbortSignal.abort('gone')))).rejects.toBe('gone');
  expect(counted.calls).toBe(0);
});

it('a stream that searches for its next piece ends when its client leaves', async () => {
  const records = Array.from({ length: 1000 }, (_, index) => record(`${index}`, 1, 1, 'x'.repeat(100)));
  const store = createAreaMemoryStore(records);
  const within = store.within.bind(store);
  const client = new AbortController();
  const left = new Error('The client has left.');
  let emptyPages = 0;
  store.within = async (box, options) => {
    const page = await within(box, options);
    if (page.next) return page;
    if (++emptyPages === 3) client.abort(left);
    return { records: [], next: options.after };
  };
  const reported: unknown[] = [];
  const onError = (error: unknown) => reported.push(error);
  const handle = createConsole(createHandler({ store }), { store, onError });
  const response = await handle(asked('/-/records?bbox=0,0,2,2&limit=all', client.signal));
  await expect(textOf(response)).rejects.toBe(left);
  expect(emptyPages).toBe(3);
  expect(reported).toEqual([]);
});

it('work that other clients use goes on when the client that began it leaves', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => record(`r${index}`, 40 + index / 1000, 1));
  const store = createAreaMemoryStore(many);
  const handle = createConsole(createHandler({ store }), { store });
  const client = new AbortController();
  // The first search builds the index, and the first tile counts the records.
  const targets = ['/-/records?bbox=1,40,1,40', '/-/tiles/0/0/0.mvt'];
  const left = targets.map((target) => handle(asked(target, client.signal)));
  client.abort();
  for (const response of left) await expect(response).rejects.toBe(client.signal.reason);
  expect(idsOn([await collectionOf(await handle(asked('/-/records?bbox=1,40,1,40')))])).toEqual(['r0']);
  const { cells = [] } = await countedLayers(
    (target) => handle(asked(target)),
    '/-/tiles/0/0/0.mvt',
    many.length,
  );
  expect(cells.reduce((sum, { count }) => sum + Number(count), 0)).toBe(many.length);
});

/** A console whose searches wait for `open`. */
function gatedConsole(maxSearches?: number) {
  const store = createAreaMemoryStore([home]);
  const within = store.within.bind(store);
  let calls = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  store.within = async (box, options) => {
    if (!isCount(box)) {
      calls++;
      await gate;
    }
    return within(box, options);
  };
  const handle: Handler = createConsole(createHandler({ store }), { store, maxSearches });
  const ask = (count: number, target = '/-/records', signal?: AbortSignal) =>
    Array.from({ length: count }, () => handle(asked(target, signal)));
  return { ask, open: () => open(), calls: () => calls };
}

async function statuses(responses: readonly ReturnType<Handler>[]): Promise<number[]> {
  return (await Promise.all(responses)).map(({ status }) => status);
}

it.each(['/-/records', '/-/records?near=1,1', '/-/records?limit=all&bbox=0,0,2,2', '/-/tiles/0/0/0.mvt'])(
  'of searches for %s only maxSearches run, four times as many wait, and further ones are 503',
  async (target) => {
    const { ask, open, calls } = gatedConsole(2);
    const responses = ask(11, target);
    expect(await Promise.race(responses)).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1', 'Content-Type': 'application/json' },
      body: '{"error_message":"Service unavailable"}',
      explanation: { clause: 'D48' },
    });
    await expect.poll(calls).toBeGreaterThanOrEqual(2);
    const before = calls();
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls()).toBe(before);
    open();
    expect((await statuses(responses)).sort()).toEqual([...Array(10).fill(200), 503]);
    expect(await statuses(ask(10, target))).toEqual(Array(10).fill(200));
  },
);

it('a search that waits leaves its place when its client leaves', async () => {
  const { ask, open } = gatedConsole(1);
  const client = new AbortController();
  const running = ask(1);
  const waiting = ask(4, '/-/records', client.signal);
  client.abort();
  for (const response of waiting) await expect(response).rejects.toBe(client.signal.reason);
  const others = ask(4);
  open();
  expect(await statuses([...running, ...others])).toEqual(Array(5).fill(200));
});

it('64 searches at once and the tiles of a map are all served by default', async () => {
  const { ask, open } = gatedConsole();
  const responses = [...ask(64), ...ask(6, '/-/tiles/0/0/0.mvt')];
  open();
  expect(await statuses(responses)).toEqual(Array(70).fill(200));
});

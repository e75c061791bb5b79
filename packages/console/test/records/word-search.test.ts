import { createHandler, type LocationRecord, type LocationRequest } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { expect, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { collectionOf, consoleOver, idsOn, record, textOf } from '../requests.ts';

function asked(query: string, signal?: AbortSignal): LocationRequest {
  const target = `/-/records?${query}`;
  return { method: 'GET', target, headers: {}, body: async () => new Uint8Array(), signal };
}

/** A console over a store whose list goes on only when it is let, batch by batch. */
function gatedConsole(batches: readonly (readonly LocationRecord[])[]) {
  const store = createAreaMemoryStore();
  const state = { batchesRead: 0, listsOpen: 0 };
  let letOn = () => {};
  let gate = Promise.resolve();
  const close = () => {
    gate = new Promise((resolve) => {
      letOn = resolve;
    });
  };
  store.list = async function* () {
    state.listsOpen++;
    try {
      for (const batch of batches) {
        state.batchesRead++;
        yield batch;
        await gate;
      }
    } finally {
      state.listsOpen--;
    }
  };
  const reported: unknown[] = [];
  const onError = (error: unknown) => reported.push(error);
  const handle = createConsole(createHandler({ store }), { store, onError });
  return { handle, state, reported, close, open: () => letOn() };
}

const cafe = record('cafe', 1, 1, 'Café de la Paix');
const other = record('other', 2, 2, 'Nothing');

it('the first matches come before the rest of the list is read', async () => {
  const { handle, state, close, open } = gatedConsole([[other, cafe], [other], [cafe]]);
  close();
  const { body, status } = await handle(asked('q=paix&f=ndjson'));
  expect(status).toBe(200);
  const pieces = body as AsyncIterableIterator<string>;
  const { value } = await pieces.next();
  expect(JSON.parse(value)).toMatchObject({ type: 'Feature', id: 'cafe' });
  expect(state.batchesRead).toBe(1);
  open();
  const rest: string[] = [];
  for await (const piece of pieces) rest.push(piece);
  expect(rest.map((piece) => JSON.parse(piece).id)).toEqual(['cafe']);
});

it.each(['ndjson', 'geojsonseq', 'geojson', 'csv'])(
  'a search as %s reads no more of the list than it needs for "limit"',
  async (format) => {
    const { handle, state } = gatedConsole([
      [other],
      [1, 2, 3].map((place) => record(`cafe ${place}`, 1, 1, 'Café de la Paix')),
      [cafe],
    ]);
    const text = await textOf(await handle(asked(`q=cafe&limit=2&f=${format}`)));
    expect(text.match(/de la Paix/g)).toHaveLength(2);
    expect(state).toEqual({ batchesRead: 2, listsOpen: 0 });
  },
);

it('without a limit, a search ends after 100 matches', async () => {
  const many = Array.from({ length: 250 }, (_, index) => record(`r${index}`, 1, 1, 'found'));
  const lines = await textOf(await consoleOver(many)('/-/records?q=found&f=ndjson'));
  expect(lines.split('\n')).toHaveLength(101);
  const page = await collectionOf(await consoleOver(many)('/-/records?q=found'));
  expect(page).toMatchObject({ numberReturned: 100, links: [] });
});

it('a search in a box reads the records of the box alone', async () => {
  const store = createAreaMemoryStore([cafe, record('far', 50, 50, 'Café')]);
  store.list = () => expect.fail('The list is read.');
  const page = await collectionOf(await consoleOver(store)('/-/records?q=cafe&bbox=0,0,10,10'));
  expect(idsOn([page])).toEqual(['cafe']);
});

it('a search without matches is an empty response', async () => {
  const response = await consoleOver([cafe])('/-/records?q=nowhere&f=ndjson');
  expect([response.status, response.body, response.headers['Content-Length']]).toEqual([200, '', '0']);
});

it.each(['ndjson', 'geojson'])('a search as %s ends when its client leaves', async (format) => {
  const { handle, state, reported, close, open } = gatedConsole([[other], [other], [other]]);
  close();
  const client = new AbortController();
  const response = handle(asked(`q=cafe&f=${format}`, client.signal));
  await expect.poll(() => state.batchesRead).toBe(1);
  client.abort();
  open();
  await expect(response).rejects.toBe(client.signal.reason);
  expect(state).toEqual({ batchesRead: 2, listsOpen: 0 });
  expect(reported).toEqual([]);
});

it('a search that fails before its first match is a 500, and after it breaks off', async () => {
  const store = createAreaMemoryStore();
  const failure = new Error('The disk is gone.');
  const reported: unknown[] = [];
  const get = consoleOver(store, { onError: (error) => reported.push(error) });
  store.list = async function* () {
    yield [cafe];
    throw failure;
  };
  expect(await get('/-/records?q=nowhere&f=ndjson')).toMatchObject({ status: 500 });
  await expect(textOf(await get('/-/records?q=cafe&f=ndjson'))).rejects.toBe(failure);
  expect(reported).toEqual([failure, failure]);
});

it('four searches for words run at a time, 16 wait, and further ones are 503', async () => {
  const { handle, state, close, open } = gatedConsole([[other], [cafe]]);
  close();
  const responses = Array.from({ length: 21 }, () => handle(asked('q=cafe&f=ndjson')));
  expect(await Promise.race(responses)).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  await expect.poll(() => state.listsOpen).toBe(4);
  open();
  const texts = await Promise.all(responses.slice(0, 20).map(async (response) => textOf(await response)));
  expect(texts.every((text) => text.includes('Paix'))).toBe(true);
  // Others were served meanwhile, and are now.
  expect((await handle(asked('limit=1'))).status).toBe(200);
});

it('clients that do not read are in nobody’s way', async () => {
  const { handle } = gatedConsole([[cafe], [cafe]]);
  const idle = [];
  for (let count = 0; count < 30; count++) idle.push(await handle(asked('q=cafe&f=ndjson')));
  expect(idle.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(await textOf(await handle(asked('q=cafe&f=ndjson')))).toContain('Paix');
  for (const { body } of idle) await (body as AsyncIterableIterator<string>).return?.();
});

it('others have their turn while a search works', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => record(`r${index}`, 1, 1, `Größe ${index}`));
  let time = 0;
  // Each batch takes a millisecond.
  const get = consoleOver(many, { now: () => time++ });
  const order: string[] = [];
  setTimeout(() => order.push('turn'), 0);
  await textOf(await get('/-/records?q=nowhere'));
  order.push('end');
  expect(order).toEqual(['turn', 'end']);
});

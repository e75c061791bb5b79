import type { LocationResponse } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { stringifyRecords, type TextFormat } from '@location-records/formats';
import { describe, expect, it } from 'vitest';
import { collectionOf, consoleOver, record, textOf } from '../requests.ts';

const formats: readonly TextFormat[] = ['geojson', 'json', 'ndjson', 'geojsonseq', 'csv', 'json-object'];
const descriptions = [undefined, '', 'a "quoted", text', 'two\r\nlines', '\u2028é\u{1f600}', '\0'];
const records = Array.from({ length: 3000 }, (_, index) =>
  record(`é"${index}`, index / 7, -index / 3, descriptions[index % descriptions.length]),
);

/** A store with other lists. */
function withList(list: AreaStore['list']): AreaStore {
  return Object.assign(createAreaMemoryStore(), { list });
}

/** The pieces of a response that is a stream. */
function piecesOf(body: LocationResponse['body']): Exclude<LocationResponse['body'], string> {
  if (typeof body === 'string') throw new Error('The response is whole.');
  return body;
}

async function exported(store: AreaStore, format: TextFormat): Promise<string> {
  let text = '';
  for await (const piece of stringifyRecords(store.list(), { format })) text += piece;
  return text;
}

describe.each(formats)('limit=all as %s', (format) => {
  it('is what stringifyRecords makes of the list', async () => {
    const store = createAreaMemoryStore(records);
    const response = await consoleOver(store)(`/-/records?limit=all&f=${format}`);
    expect(response.headers).not.toHaveProperty('Content-Length');
    expect(response.headers).not.toHaveProperty('Link');
    expect(response.headers.Vary).toBe('Accept');
    expect(await textOf(response)).toBe(await exported(store, format));
  });

  it('comes whole where the records are few, and where there are none', async () => {
    for (const few of [[], records.slice(0, 10)]) {
      const store = createAreaMemoryStore(few);
      const { body, headers } = await consoleOver(store)(`/-/records?limit=all&f=${format}`);
      expect(body).toBe(await exported(store, format));
      expect(headers['Content-Length']).toBe(String(Buffer.byteLength(String(body))));
    }
  });

  it('of a box has the records of all its pages, in their order', async () => {
    const get = consoleOver(records);
    const { features } = await collectionOf(await get('/-/records?bbox=-900,0,0,400&limit=10000'));
    expect(features).toHaveLength(2701);
    const found = new Map(features.map(({ id }, index) => [id, index]));
    const inBox = records.filter(([id]) => found.has(id));
    const inOrder = inBox.toSorted(([a], [b]) => (found.get(a) ?? 0) - (found.get(b) ?? 0));
    let expected = '';
    for await (const piece of stringifyRecords([inOrder], { format })) expected += piece;
    expect(await textOf(await get(`/-/records?bbox=-900,0,0,400&limit=all&f=${format}`))).toBe(expected);
  });
});

describe('limit=all', () => {
  it('has the distances of what is near', async () => {
    const get = consoleOver(records);
    const pages = await collectionOf(await get('/-/records?near=1,-3&radius=2000000&limit=10000'));
    expect(pages.numberReturned).toBeGreaterThan(50);
    const { features } = await collectionOf(await get('/-/records?near=1,-3&radius=2000000&limit=all'));
    expect(features).toEqual(pages.features);
  });

  it.each([
    ['limit=all&cursor=x', 'The parameter "cursor" must come without "limit=all", which is of all records.'],
    ['limit=all&near=1,2', 'The parameter "limit" must be a number where "near" comes without "radius".'],
    [
      'limit=all&near=1,2&f=csv',
      'The parameter "limit" must be a number where "near" comes without "radius".',
    ],
  ])('is refused where it cannot be: %s', async (query, message) => {
    const response = await consoleOver(records)(`/-/records?${query}`);
    expect(response).toMatchObject({ status: 400, explanation: { clause: 'D48' } });
    expect(JSON.parse(await textOf(response))).toEqual({ error_message: message });
  });

  it('of what is near is refused where the radius holds too many', async () => {
    const get = consoleOver(records, { maxCandidates: 20 });
    expect(await get('/-/records?near=1,-3&radius=2000000&limit=all')).toMatchObject({ status: 400 });
  });
});

describe('a stream of the whole collection', () => {
  const batch = Array.from({ length: 100 }, (_, index) => record(`${index}`, 1, 2, 'x'.repeat(1000)));

  /** A store whose list has no end, with what is read of it. */
  function endless() {
    const state = { batches: 0, isReleased: false };
    const store = withList(async function* () {
      try {
        for (;;) {
          state.batches++;
          yield batch;
        }
      } finally {
        state.isReleased = true;
      }
    });
    return { store, state };
  }

  it.each(formats)('is read from the store no faster than it is taken, as %s', async (format) => {
    const { store, state } = endless();
    const { body } = await consoleOver(store)(`/-/records?limit=all&f=${format}`);
    const pieces = piecesOf(body);
    expect(state.batches).toBe(1);
    let length = 0;
    for (let count = 0; count < 100; count++) {
      const { value = '' } = await pieces.next();
      expect(value.length).toBeLessThan(200_000);
      length += value.length;
    }
    // A batch is more than 100,000 characters of text.
    expect(state.batches).toBeLessThanOrEqual(length / 100_000 + 2);
    expect(state.isReleased).toBe(false);
    await pieces.return?.();
    expect(state.isReleased).toBe(true);
  });

  it('is released by a client that takes nothing of it', async () => {
    const { store, state } = endless();
    const { body } = await consoleOver(store)('/-/records?limit=all');
    await piecesOf(body).return?.();
    expect(state).toEqual({ batches: 1, isReleased: true });
  });

  it('is released by HEAD', async () => {
    const { store, state } = endless();
    expect(await consoleOver(store)('/-/records?limit=all', undefined, 'HEAD')).toMatchObject({ body: '' });
    expect(state).toEqual({ batches: 1, isReleased: true });
  });

  it('is a report where its release fails, and the client hears nothing of it', async () => {
    const failure = new Error('The disk is gone.');
    const store = withList(async function* () {
      try {
        for (;;) yield batch;
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: a store rejects `return` like this.
        throw failure;
      }
    });
    const reports: unknown[] = [];
    const onError = (error: unknown) => reports.push(error);
    const { body } = await consoleOver(store, { onError })('/-/records?limit=all');
    const pieces = piecesOf(body);
    await pieces.next();
    expect(await pieces.return?.()).toEqual({ done: true, value: undefined });
    expect(reports).toEqual([failure]);
  });

  it('is broken off by a store that breaks its list off, and its cause is one report', async () => {
    const failure = new Error('The list holds back too much.');
    const store = withList(async function* () {
      for (let count = 0; count < 3; count++) yield batch;
      throw failure;
    });
    const reports: unknown[] = [];
    const onError = (error: unknown) => reports.push(error);
    const response = await consoleOver(store, { onError })('/-/records?limit=all&f=csv');
    expect(response.status).toBe(200);
    await expect(textOf(response)).rejects.toBe(failure);
    expect(reports).toEqual([failure]);
  });

  it.each(['limit=all', 'limit=all&bbox=-2000,-2000,2000,2000'])(
    'leaves turns of the event loop: %s',
    async (query) => {
      const many = Array.from({ length: 20_000 }, (_, index) => record(`${index}`, index / 100, 1));
      const get = consoleOver(many);
      await get('/-/records?limit=1');
      const order: string[] = [];
      const { body } = await get(`/-/records?${query}`);
      setTimeout(() => order.push('turn'), 0);
      for await (const _ of piecesOf(body));
      order.push('end');
      expect(order).toEqual(['turn', 'end']);
    },
  );
});

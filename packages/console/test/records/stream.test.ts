import type { LocationResponse } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore, stripeOf } from '@location-records/core/areas';
import { stringifyRecords, type TextFormat } from '@location-records/formats';
import { describe, expect, it } from 'vitest';
import { collectionOf, consoleOver, record, textOf } from '../requests.ts';

const formats: readonly TextFormat[] = [
  'geojson',
  'json',
  'ndjson',
  'geojsonseq',
  'csv',
  'kml',
  'gpx',
  'json-object',
];
const descriptions = [undefined, '', 'a "quoted", text', 'two\r\nlines', '\u2028é\u{1f600}', '\0'];
const records = Array.from({ length: 3000 }, (_, index) =>
  record(`é"${index}`, index / 7, -index / 3, descriptions[index % descriptions.length]),
);
const long = Array.from({ length: 3000 }, (_, index) => record(`${index}`, index / 100, 1, 'x'.repeat(200)));

type Pieces = Exclude<LocationResponse['body'], string>;

/** The pieces of a response that is a stream. */
function piecesOf(body: LocationResponse['body']): Pieces {
  if (typeof body === 'string') throw new Error('The response is whole.');
  return body;
}

async function exported(list: Parameters<typeof stringifyRecords>[0], format: TextFormat): Promise<string> {
  let text = '';
  for await (const piece of stringifyRecords(list, { format })) text += piece;
  return text;
}

describe.each(formats)('limit=all as %s', (format) => {
  it('limit=all is what stringifyRecords() makes of the list', async () => {
    const store = createAreaMemoryStore(records);
    const response = await consoleOver(store)(`/-/records?limit=all&f=${format}`);
    expect(response.headers).not.toHaveProperty('Content-Length');
    expect(await textOf(response)).toBe(await exported(store.list(), format));
  });

  it('limit=all has a length when the records are few', async () => {
    for (const few of [[], records.slice(0, 10)]) {
      const { body, headers } = await consoleOver(few)(`/-/records?limit=all&f=${format}`);
      expect(body).toBe(await exported([few], format));
      expect(headers['Content-Length']).toBe(String(Buffer.byteLength(String(body))));
    }
  });
});

it('limit=all of a box has the records of all its pages, in their order', async () => {
  const get = consoleOver(records);
  const { features } = await collectionOf(await get('/-/records?bbox=-900,0,0,400&limit=10000'));
  const all = await collectionOf(await get('/-/records?bbox=-900,0,0,400&limit=all'));
  expect(features).toHaveLength(2701);
  expect(all.features).toEqual(features);
});

describe('a stream of lines', () => {
  it('a stream of lines ends each piece with a line', async () => {
    const { body } = await consoleOver(long)('/-/records?f=ndjson');
    let text = '';
    for await (const piece of piecesOf(body)) {
      expect(piece).toMatch(/\}\n$/);
      text += piece;
    }
    expect(text.split('\n')).toHaveLength(3001);
  });

  it('a stream begins at a cursor', async () => {
    const get = consoleOver(records);
    const { headers } = await get('/-/records?f=ndjson&limit=2990');
    const [, cursor] = /cursor=([\w-]+)/.exec(headers.Link ?? '') ?? [];
    const text = await textOf(await get(`/-/records?f=ndjson&cursor=${cursor}`));
    expect(text.split('\n')).toHaveLength(11);
  });

  it('a stream has all records within a radius, the nearest first, beyond the longest page', async () => {
    const crowd = Array.from({ length: 12_000 }, (_, index) => record(`${index}`, index / 1e6, 1));
    const text = await textOf(await consoleOver(crowd)('/-/records?f=ndjson&near=0,1&radius=1300'));
    const ids = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(crowd.slice(0, 11_692).map(([id]) => id));
  });

  it('a stream has no empty piece when the store learns late that nothing follows', async () => {
    const store = createAreaMemoryStore(long.slice(0, 256));
    const late = Object.assign(store, {
      within: new Proxy(store.within, {
        async apply(within, self, args) {
          const page = await Reflect.apply(within, self, args);
          const [id, location] = page.records.at(-1) ?? [];
          const next = id && { part: stripeOf(location.coordinates.longitude), ...location.coordinates, id };
          return { records: page.records, next: page.next ?? next };
        },
      }),
    });
    const { body } = await consoleOver(late)('/-/records?f=ndjson&bbox=0,0,9,9');
    for await (const piece of piecesOf(body)) expect(piece).not.toBe('');
  });

  it('a stream of a box reads the store no faster than the client takes pieces', async () => {
    const store = createAreaMemoryStore(long);
    let reads = 0;
    const { within } = store;
    store.within = (...query) => {
      reads++;
      return within.apply(store, query);
    };
    const { body } = await consoleOver(store)('/-/records?f=ndjson&bbox=0,0,90,90');
    const pieces = piecesOf(body);
    expect(reads).toBe(1);
    // A page of the store has two pieces, and the first is written before the response begins.
    for (const expected of [1, 1, 2]) {
      await pieces.next();
      expect(reads).toBe(expected);
    }
    await pieces.return?.();
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
    expect(reads).toBe(2);
  });
});

describe('limit=all', () => {
  it('limit=all with near has distances', async () => {
    const get = consoleOver(records);
    const pages = await collectionOf(await get('/-/records?near=1,-3&radius=2000000&limit=10000'));
    const { features } = await collectionOf(await get('/-/records?near=1,-3&radius=2000000&limit=all'));
    expect(features).toEqual(pages.features);
  });

  it.each([
    ['cursor=x', 'The parameter "cursor" must not be used with "limit=all".'],
    ['near=1,2', 'The parameter "limit" must be a number when "near" is used without "radius".'],
  ])('limit=all with %s is 400', async (query, message) => {
    const response = await consoleOver(records)(`/-/records?limit=all&${query}`);
    expect([response.status, JSON.parse(await textOf(response))]).toEqual([400, { error_message: message }]);
  });
});

describe('a stream of the whole list', () => {
  const batch = Array.from({ length: 100 }, (_, index) => record(`${index}`, 1, 2, 'x'.repeat(1000)));

  /** A store with another list. */
  function withList(list: AreaStore['list']): AreaStore {
    return Object.assign(createAreaMemoryStore(), { list });
  }

  /** A store whose list has no end, and what is read of it. */
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

  it.each(formats)(
    'a stream of the list as %s reads the store no faster than the client takes pieces',
    async (format) => {
      const { store, state } = endless();
      const { body } = await consoleOver(store)(`/-/records?limit=all&f=${format}`);
      const pieces = piecesOf(body);
      expect(state.batches).toBe(1);
      let length = 0;
      for (let count = 0; count < 20; count++) {
        const { value = '' } = await pieces.next();
        expect(value.length).toBeLessThan(200_000);
        length += value.length;
      }
      // A batch is more than 100,000 characters of text.
      expect(state.batches).toBeLessThanOrEqual(length / 100_000 + 2);
      await pieces.return?.();
      expect(state.isReleased).toBe(true);
    },
  );

  it('HEAD and a client that takes nothing release the list of the store', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { store, state } = endless();
      const { body } = await consoleOver(store)('/-/records?limit=all', undefined, method);
      if (method === 'GET') await piecesOf(body).return?.();
      expect(state).toEqual({ batches: 1, isReleased: true });
    }
  });

  it('a list that cannot be released is reported to onError alone', async () => {
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
    const { body } = await consoleOver(store, { onError: (error) => reports.push(error) })(
      '/-/records?limit=all',
    );
    const pieces = piecesOf(body);
    await pieces.next();
    expect(await pieces.return?.()).toEqual({ done: true, value: undefined });
    expect(reports).toEqual([failure]);
  });
});

import { createAreaMemoryStore } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectionOf, consoleOver, idsOn, pagesFrom, record, textOf } from '../requests.ts';
import { manyRecords } from './arbitraries.ts';

const line = Array.from({ length: 50 }, (_, index) => record(`${index}`.padStart(2, '0'), index, 0));
const ids = line.map(([id]) => id);

/** A clock that goes on by a millisecond each time it is read. */
function ticking(): () => number {
  let time = 0;
  return () => time++;
}

/** A store with pages of up to a number of records. */
function withPages(records: typeof line, most: number) {
  const store = createAreaMemoryStore(records);
  const { within } = store;
  store.within = (box, options) =>
    within.call(store, box, { ...options, limit: Math.min(options.limit, most) });
  return store;
}

describe('a page of a box', () => {
  it('a page of a box that meets maxCandidates is shorter, says so, and links to the next', async () => {
    const get = consoleOver(line, { maxCandidates: 20 });
    const response = await get('/-/records?limit=30');
    expect(response.headers).toMatchObject({ 'Limited-By': 'maxCandidates' });
    expect(await collectionOf(response)).toMatchObject({ limitedBy: 'maxCandidates', numberReturned: 20 });
    const pages = await pagesFrom(get, '/-/records?limit=30');
    expect(pages.map(({ numberReturned }) => numberReturned)).toEqual([20, 20, 10]);
    expect(idsOn(pages)).toEqual(ids);
  });

  it('a page of a box that meets maxDuration is shorter, says so, and links to the next', async () => {
    const get = consoleOver(withPages(line, 5), { maxDuration: 2, now: ticking() });
    const pages = await pagesFrom(get, '/-/records?limit=30');
    expect(idsOn(pages)).toEqual(ids);
    expect(pages.map(({ limitedBy }) => limitedBy)).toContain('maxDuration');
    const response = await get('/-/records?limit=30&f=json');
    expect(response.headers['Limited-By']).toBe('maxDuration');
    expect(JSON.parse(await textOf(response))).toHaveLength(10);
  });

  it('a page with "limit" records names no other limit', async () => {
    const response = await consoleOver(line, { maxCandidates: 20 })('/-/records?limit=20');
    expect(response.headers).not.toHaveProperty('Limited-By');
    expect(await collectionOf(response)).not.toHaveProperty('limitedBy');
  });
});

describe('a page of what is near', () => {
  it('a page near a point that meets maxCandidates has the records proved to be the nearest', async () => {
    const page = await collectionOf(
      await consoleOver(line, { maxCandidates: 8 })('/-/records?near=0,0&limit=10'),
    );
    expect(page.limitedBy).toBe('maxCandidates');
    expect(page.numberReturned).toBeGreaterThan(0);
    expect(idsOn([page])).toEqual(ids.slice(0, page.numberReturned));
    expect(page.links).toHaveLength(1);
  });

  it('near is 400 when maxCandidates is met before a record is proved, and says what to ask for', async () => {
    const crowd = Array.from({ length: 50 }, (_, index) => record(`${index}`, 1, 1));
    const response = await consoleOver(crowd, { maxCandidates: 20 })('/-/records?near=1,1&limit=10');
    expect(response.status).toBe(400);
    expect(await textOf(response)).toBe(
      '{"error_message":"Too many records are near that point (maxCandidates). Ask for a smaller \\"radius\\" or for a \\"bbox\\"."}',
    );
  });

  it('near is 503 when maxDuration is met before a record is proved', async () => {
    const get = consoleOver(line, { maxDuration: 1, now: ticking() });
    const response = await get('/-/records?near=0,0&limit=10');
    expect(response.status).toBe(503);
    expect(await textOf(response)).toContain('takes too long (maxDuration). Ask for');
  });
});

describe('pages under any limit', () => {
  const maxCandidates = fc.integer({ min: 1, max: 30 });
  const limit = fc.integer({ min: 1, max: 20 });

  it('pages under any limit have every record of a box once', async () => {
    await fc.assert(
      fc.asyncProperty(manyRecords, maxCandidates, limit, async (records, max, length) => {
        const get = consoleOver(records, { maxCandidates: max });
        const found = idsOn(await pagesFrom(get, `/-/records?limit=${length}`));
        expect(found.sort()).toEqual(records.map(([id]) => id).sort());
      }),
      { numRuns: 50 },
    );
  });

  it('pages under any limit have the nearest records in order until the search is refused', async () => {
    await fc.assert(
      fc.asyncProperty(manyRecords, maxCandidates, limit, async (records, max, length) => {
        const target = `/-/records?near=1,1&limit=${length}`;
        const all = idsOn(await pagesFrom(consoleOver(records), target));
        const get = consoleOver(records, { maxCandidates: max });
        const found: string[] = [];
        for (let next: string | undefined = target; next !== undefined; ) {
          const response = await get(next);
          if (response.status === 400) break;
          const page = await collectionOf(response);
          found.push(...idsOn([page]));
          next = page.links[0] && `/-/records${page.links[0].href}`;
          if (next === undefined) expect(found).toEqual(all);
        }
        expect(found).toEqual(all.slice(0, found.length));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a stream', () => {
  it('a stream of a box has no limit', async () => {
    const get = consoleOver(line, { maxCandidates: 5, maxDuration: 1, now: ticking() });
    expect((await textOf(await get('/-/records?f=ndjson'))).split('\n')).toHaveLength(51);
  });

  it('a stream near a point is refused before it begins if it would meet a limit', async () => {
    const get = consoleOver(line, { maxCandidates: 20 });
    expect(await get('/-/records?near=0,0&radius=20000000&f=ndjson')).toMatchObject({ status: 400 });
    expect(await get('/-/records?near=0,0&radius=200000&f=ndjson')).toMatchObject({ status: 200 });
  });
});

const many = Array.from({ length: 5000 }, (_, index) => record(`${index}`, index / 100, 1));

it.each([
  ['a long page', createAreaMemoryStore(many), '?limit=5000'],
  ['a page from short pages of the store', withPages(line, 1), '?limit=50'],
  ['a stream of the list', createAreaMemoryStore(many), '?limit=all'],
  ['a stream of a box', createAreaMemoryStore(many), '?limit=all&bbox=-200,-200,200,200'],
])('the event loop has a turn during %s', async (_, store, query) => {
  const get = consoleOver(store);
  // The first query builds the index.
  await get('/-/records?limit=1');
  const order: string[] = [];
  setTimeout(() => order.push('turn'), 0);
  await textOf(await get(`/-/records${query}`));
  order.push('end');
  expect(order).toEqual(['turn', 'end']);
});

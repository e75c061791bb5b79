import { describe, expect, it } from 'vitest';
import {
  createHandler,
  createMemoryStore,
  isStoreError,
  type LocationRecord,
  type MemoryStore,
} from '../../src/index.ts';
import { request } from '../requests.ts';

const count = 1000;
/** Of all records of a test, as the store counts. */
const size = count * (200 + 100);

describe('a list that holds back too many overwritten records', () => {
  it('is broken off, and the store and its other lists go on', async () => {
    const store = filledStore(size / 2);
    const stalled = store.list()[Symbol.asyncIterator]();
    await stalled.next();
    await putSome(store, 1, 600);
    const other = store.list()[Symbol.asyncIterator]();
    const first = await other.next();
    await putSome(store, 2, 400);
    const failure = await stalled.next().catch((error: unknown) => error);
    expect(isStoreError(failure)).toBe(true);
    expect(failure).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message:
        'The list was broken off, because the memory store kept more than "maxSupersededSize" for open lists; read it faster, or raise that.',
    });
    expect(await stalled.next()).toEqual({ done: true, value: undefined });
    const rest: LocationRecord[] = [...(first.value ?? [])];
    for (let batch = await other.next(); !batch.done; batch = await other.next()) rest.push(...batch.value);
    expect(rest).toEqual(records().map((record, number) => (number < 600 ? place(number, 1) : record)));
    expect([...store.records()]).toEqual(
      records().map((_, number) => place(number, number < 400 ? 2 : number < 600 ? 1 : 0)),
    );
  });

  it('rejects as one of a closed store when that is closed, and can be left', async () => {
    const store = filledStore(size / 2);
    const [stalled, left] = [store.list(), store.list()].map((list) => list[Symbol.asyncIterator]());
    await Promise.all([stalled?.next(), left?.next()]);
    for (const round of [1, 2]) await putSome(store, round, count);
    await store.close();
    await expect(stalled?.next()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    expect(await left?.return?.()).toEqual({ done: true, value: undefined });
  });

  it('is not broken off when it holds back exactly the maximum', async () => {
    const store = filledStore(size);
    const stalled = store.list()[Symbol.asyncIterator]();
    let length = (await stalled.next()).value?.length ?? 0;
    for (let round = 1; round < 5; round++) await putSome(store, round, count);
    for (let batch = await stalled.next(); !batch.done; batch = await stalled.next())
      length += batch.value.length;
    expect(length).toBe(count);
  });

  it('is broken off in a fork, too, when it reads records from before the fork', async () => {
    const store = filledStore(size / 2).fork();
    await putSome(store, 1, count);
    const stalled = store.list()[Symbol.asyncIterator]();
    await stalled.next();
    await putSome(store, 2, count);
    await expect(stalled.next()).rejects.toThrow('broken off');
    expect(store.peek('id-0')).toEqual(place(0, 2)[1]);
  });

  it('tells the owner of the service when its client leaves without reading on', async () => {
    const store = filledStore(size / 2);
    for (let number = count; number < 5 * count; number++) await store.put(...place(number, 0));
    const reports: unknown[] = [];
    const handle = createHandler({ store, onError: (error) => reports.push(error) });
    const { body } = await handle(request('GET', '/'));
    const pieces = (body as AsyncIterable<string>)[Symbol.asyncIterator]();
    await pieces.next();
    await putSome(store, 1, count);
    expect(await pieces.return?.()).toEqual({ done: true, value: undefined });
    expect(reports.map(String)).toEqual([expect.stringContaining('broken off')]);
  });

  it('breaks off records() as well', async () => {
    const store = filledStore(size / 2);
    const stalled = store.records();
    stalled.next();
    await putSome(store, 1, count);
    expect(() => stalled.next()).toThrow('broken off');
  });

  it.each([-1, Number.NaN, '5', null])('refuses the bound %j', (maxSupersededSize) => {
    expect(() => createMemoryStore([], { maxSupersededSize: maxSupersededSize as number })).toThrow(
      'The option "maxSupersededSize" must be a number of bytes from 0.',
    );
  });
});

function filledStore(maxSupersededSize: number): MemoryStore {
  return createMemoryStore(records(), { maxSupersededSize });
}

function records(): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => place(number, 0));
}

function place(number: number, round: number): LocationRecord {
  const description = String(round).repeat(100);
  return [`id-${number}`, { description, coordinates: { latitude: number % 90, longitude: round } }];
}

async function putSome(store: MemoryStore, round: number, length: number): Promise<void> {
  for (let number = 0; number < length; number++) await store.put(...place(number, round));
}

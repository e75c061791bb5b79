import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore, type Location, type LocationRecord, type MemoryStore } from '../src/index.ts';

const coordinates = { latitude: 1, longitude: 2 };
/** Three records of this length fill a batch. */
const long = 'x'.repeat(12_000);
const ids = Array.from({ length: 16 }, (_, number) => `id-${number}`);
const anyId = fc.constantFrom(...ids);

/** The version is in the latitude, so that each write is told from every other. */
function version(number: number): Location {
  return { description: long, coordinates: { latitude: number, longitude: 2 } };
}

describe('forks of a memory store', () => {
  interface Step {
    readonly store: number;
    readonly act: 'put' | 'replace' | 'delete' | 'fork';
    readonly id: string;
  }
  const step: fc.Arbitrary<Step> = fc.record({
    store: fc.nat(5),
    act: fc.constantFrom('put', 'put', 'replace', 'delete', 'fork'),
    id: anyId,
  });

  it('forks of a memory store see only their own writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const first = ids.slice(0, 8).map((id, index): LocationRecord => [id, version(1000 + index)]);
        const stores: [MemoryStore, Map<string, Location>][] = [[createMemoryStore(first), new Map(first)]];
        for (const [number, { store: index, act, id }] of steps.entries()) {
          const [store, model] = stores[index % stores.length] as (typeof stores)[0];
          if (act === 'fork') stores.push([store.fork(), new Map(model)]);
          if (act === 'delete') await store.delete(id);
          if (act === 'delete') model.delete(id);
          if (act === 'put') await store.put(id, version(number));
          if (act === 'replace') expect(await store.replace(id, version(number))).toBe(model.has(id));
          if (act === 'put' || (act === 'replace' && model.has(id))) model.set(id, version(number));
        }
        for (const [store, model] of stores) {
          expect([...store.records()]).toEqual([...model]);
          expect(store.size).toBe(model.size);
          for (const id of ids) expect(store.peek(id)).toEqual(model.get(id));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('closing a memory store leaves its forks open', async () => {
    const store = createMemoryStore([['a', { coordinates }]]);
    const fork = store.fork();
    await store.close();
    await fork.put('b', { coordinates });
    expect([...fork.records()].map(([id]) => id)).toEqual(['a', 'b']);
    expect(() => store.fork()).toThrow(expect.objectContaining({ code: 'STORE_CLOSED' }));
  });
});

describe('a list of a memory store', () => {
  type Step = readonly [act: 'put' | 'replace' | 'delete' | 'recreate' | 'fork' | 'next', id: string];
  const step: fc.Arbitrary<Step> = fc.tuple(
    fc.constantFrom('put', 'replace', 'delete', 'recreate', 'fork', 'next', 'next', 'next'),
    anyId,
  );

  it('a list of a memory store has every record that stays exactly once, among writes and forks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const initial = ids.slice(0, 12).map((id, index): LocationRecord => [id, version(1000 + index)]);
        const store = createMemoryStore(initial);
        const staying = new Set(initial.map(([id]) => id));
        const written = new Map(initial.map(([id, location]) => [id, [location]]));
        const listed: LocationRecord[] = [];
        const list = store.list()[Symbol.asyncIterator]();
        const put = async (id: string, location: Location) => {
          written.set(id, [...(written.get(id) ?? []), location]);
          await store.put(id, location);
        };
        listed.push(...((await list.next()).value ?? []));
        for (const [number, [act, id]] of steps.entries()) {
          if (act === 'next') listed.push(...((await list.next()).value ?? []));
          if (act === 'fork') await store.fork().put(id, version(0.5));
          if (act === 'delete' || act === 'recreate') staying.delete(id);
          if (act === 'delete' || act === 'recreate') await store.delete(id);
          if (act === 'recreate' || act === 'put') await put(id, version(number + 1));
          if (act === 'replace' && store.peek(id)) await put(id, version(number + 1));
        }
        for (let next = await list.next(); !next.done; next = await list.next()) listed.push(...next.value);

        const listedIds = listed.map(([id]) => id);
        expect(new Set(listedIds).size).toBe(listedIds.length);
        expect(listedIds).toEqual(expect.arrayContaining([...staying]));
        for (const [id, location] of listed) expect(written.get(id)).toContainEqual(location);
      }),
      { numRuns: 500 },
    );
  });

  it('a memory store lists batches of at most 256 records or about 32 KiB', async () => {
    const short = Array.from({ length: 600 }, (_, number): LocationRecord => [`${number}`, { coordinates }]);
    expect(await batchesOf(createMemoryStore(short))).toEqual([256, 256, 88]);
    const longer = ids.slice(0, 7).map((id): LocationRecord => [id, version(1)]);
    expect(await batchesOf(createMemoryStore(longer))).toEqual([3, 3, 1]);
  });

  it('a list of a memory store does not end at deleted records, and ends while records are added', async () => {
    const store = createMemoryStore(ids.map((id) => [id, version(1)]));
    const list = store.list()[Symbol.asyncIterator]();
    const found: string[] = [];
    for (let next = await list.next(), number = 0; !next.done; next = await list.next(), number++) {
      found.push(...next.value.map(([id]) => id));
      await store.put(`new ${number}`, version(1));
      for (const id of ids.slice(3, -1)) await store.delete(id);
    }
    expect(found).toEqual([...ids.slice(0, 3), ids.at(-1)]);
  });
});

describe('the members of a memory store without promises', () => {
  it('peek and records of a memory store return copies', async () => {
    const location = { description: 'a', coordinates: { latitude: -0, longitude: 2 } };
    const store = createMemoryStore([['a', location]]);
    location.description = 'changed';
    const read = store.peek('a') as { description: string };
    expect(read).toStrictEqual({ description: 'a', coordinates: { latitude: 0, longitude: 2 } });
    read.description = 'changed';
    expect(store.peek('a')?.description).toBe('a');
    expect([...store.records()]).toEqual([['a', await store.get('a')]]);
  });

  it('size, peek and records of a closed memory store throw STORE_CLOSED', async () => {
    const store = createMemoryStore([['a', { coordinates }]]);
    const records = store.records();
    await store.close();
    const closed = expect.objectContaining({ code: 'STORE_CLOSED' });
    for (const call of [
      () => store.size,
      () => store.peek('a'),
      () => store.records(),
      () => records.next(),
    ]) {
      expect(call).toThrow(closed);
    }
  });
});

describe('createMemoryStore', () => {
  it('createMemoryStore keeps the last record of an identifier at the position of the first', () => {
    const store = createMemoryStore([
      ['a', version(1)],
      ['b', version(2)],
      ['a', version(3)],
    ]);
    expect([...store.records()]).toEqual([
      ['a', version(3)],
      ['b', version(2)],
    ]);
  });
});

async function batchesOf(store: MemoryStore): Promise<number[]> {
  const lengths: number[] = [];
  for await (const batch of store.list()) lengths.push(batch.length);
  return lengths;
}

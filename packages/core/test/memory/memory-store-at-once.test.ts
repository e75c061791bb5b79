import { describe, expect, it } from 'vitest';
import { createMemoryStore, type LocationRecord } from '../../src/index.ts';

const records: readonly LocationRecord[] = [
  ['b', place(1)],
  ['a', place(2)],
];

describe('createMemoryStore(records)', () => {
  it('holds the records in their order', async () => {
    const store = createMemoryStore(records);
    expect(store.size).toBe(2);
    expect([...store.records()]).toEqual(records);
    for await (const batch of store.list()) expect(batch).toEqual(records);
  });

  it('takes any iterable, or nothing', () => {
    expect([...createMemoryStore(new Map(records)).records()]).toEqual(records);
    expect(createMemoryStore([]).size).toBe(0);
    expect(createMemoryStore().size).toBe(0);
  });

  it('keeps the last of several with one identifier, at the position of the first', () => {
    const store = createMemoryStore([...records, ['b', place(3)]]);
    expect([...store.records()]).toEqual([
      ['b', place(3)],
      ['a', place(2)],
    ]);
  });

  it('copies the records', () => {
    const location = { coordinates: { latitude: 1, longitude: -0 } };
    const store = createMemoryStore([['a', location]]);
    location.coordinates.latitude = 9;
    expect(store.peek('a')).toEqual({ coordinates: { latitude: 1, longitude: 0 } });
  });

  it.each([
    ['id', ['', place(1)]],
    ['id', ['\ud800', place(1)]],
    ['id', []],
    ['id', null],
    ['location.description', ['a', { ...place(1), description: null }]],
    ['location.coordinates.latitude', ['a', {}]],
    ['location.coordinates.longitude', ['a', { coordinates: { latitude: 1, longitude: '2' } }]],
  ])('throws at once about the %s of a record that is wrong', (argument, wrong) => {
    const create = () => createMemoryStore([...records, wrong as unknown as LocationRecord]);
    expect(create).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', argument }));
  });
});

it.each([null, 1, {}])('createMemoryStore(%j) throws', (wrong) => {
  const create = () => createMemoryStore(wrong as unknown as LocationRecord[]);
  expect(create).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', argument: 'records' }));
});

describe('a memory store without promises', () => {
  it('returns copies', () => {
    const store = createMemoryStore(records);
    for (const location of [store.peek('b'), [...store.records()][0]?.[1]])
      Object.assign(location?.coordinates ?? {}, { latitude: 9 });
    expect([...store.records()]).toEqual(records);
  });

  it('returns undefined for an absent record', () => {
    expect(createMemoryStore(records).peek('c')).toBeUndefined();
  });

  it('refuses what cannot be an identifier', () => {
    expect(() => createMemoryStore().peek('')).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        argument: 'id',
        message: 'Invalid "id": expected a non-empty well-formed string.',
      }),
    );
  });

  it('counts created and deleted records', async () => {
    const store = createMemoryStore(records);
    await store.put('c', place(3));
    await store.put('c', place(4));
    await store.replace('c', place(5));
    expect(store.size).toBe(3);
    for (const id of ['a', 'a', 'd']) await store.delete(id);
    expect(store.size).toBe(2);
  });

  it('does not count a deleted record that is still listed', async () => {
    const store = createMemoryStore(records);
    const reading = store.records();
    reading.next();
    await store.delete('a');
    expect(store.size).toBe(1);
    await store.put('a', place(3));
    expect(store.size).toBe(2);
    expect([...reading]).toEqual([['a', place(2)]]);
  });

  it('takes the snapshot of its records at the first step', async () => {
    const store = createMemoryStore(records);
    const reading = store.records();
    await store.put('c', place(3));
    const first = reading.next().value;
    await store.put('d', place(4));
    await store.delete('c');
    expect([first, ...reading]).toEqual([...records, ['c', place(3)]]);
  });

  it('releases its records when the reader stops early', async () => {
    const store = createMemoryStore(records);
    for (const [id] of store.records()) {
      await store.delete('b');
      await store.put('b', place(3));
      expect(id).toBe('b');
      break;
    }
    // Had the snapshot still been open, the key would have kept its position.
    await store.delete('b');
    await store.put('b', place(4));
    expect([...store.records()].map(([id]) => id)).toEqual(['a', 'b']);
  });

  it('throws once it is closed, for any argument', async () => {
    const store = createMemoryStore(records);
    const reading = store.records();
    reading.next();
    await store.close();
    const asks = [() => store.size, () => store.peek(''), () => store.records(), () => store.fork()];
    for (const ask of [...asks, () => reading.next()])
      expect(ask).toThrow(expect.objectContaining({ code: 'STORE_CLOSED' }));
  });
});

function place(number: number) {
  return { coordinates: { latitude: number, longitude: number + 0.5 } };
}

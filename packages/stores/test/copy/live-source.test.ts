import { createMemoryStore, type LocationRecord, type LocationStore } from '@location-records/core';
import { makeRecord, makeRecords, storeOver } from '@location-records/dev-kit';
import { copyStore } from '@location-records/stores/copy';
import { describe, expect, test } from 'vitest';

const other = { coordinates: { latitude: 0, longitude: 0 } };

/** A store that makes a call when its list is begun for the n-th time. */
function onList(store: LocationStore, time: number, act: () => Promise<unknown>): LocationStore {
  let lists = 0;
  return storeOver(store, {
    async *list() {
      if (++lists === time) await act();
      yield* store.list();
    },
  });
}

describe('what is written to the source during the copy', () => {
  test.each([
    ['a new record', (source: LocationStore) => source.put('new', other), 11],
    ['another content', (source: LocationStore) => source.put(makeRecord(3)[0], other), 10],
    ['a removal', (source: LocationStore) => source.delete(makeRecord(3)[0]), 9],
  ])('is told, and no difference: %s', async (_, write, now) => {
    const source = createMemoryStore(makeRecords(10));
    // The first list is copied, the second one verified.
    const written = onList(source, 2, () => write(source));
    const { copied, verification } = await copyStore(written, createMemoryStore());
    expect(copied?.created).toBe(10);
    expect(verification).toMatchObject({ agrees: true, read: { records: 10 }, source: { records: now } });
    expect(verification).not.toHaveProperty('differences');
  });

  test('is also reported where the target keeps records of its own', async () => {
    const source = createMemoryStore(makeRecords(10));
    const written = onList(source, 2, () => source.put(makeRecord(3)[0], other));
    const target = createMemoryStore([makeRecord(3), makeRecord(99)]);
    const { verification } = await copyStore(written, target, { overwrite: true });
    expect(verification).toMatchObject({ agrees: true, read: { records: 10 }, target: { records: 11 } });
  });

  test('comes over with the next copy: what is new as it is, what has changed with overwrite', async () => {
    const source = createMemoryStore(makeRecords(10));
    const target = createMemoryStore();
    await copyStore(source, target);
    await source.put('new', other);
    expect((await copyStore(source, target)).copied).toMatchObject({ created: 1, present: 10 });
    await source.put('new', makeRecord(1)[1]);
    await expect(copyStore(source, target)).rejects.toThrow('than the source: "new" (');
    const again = await copyStore(source, target, { overwrite: true });
    expect(again.copied).toMatchObject({ replaced: 1, present: 10 });
    expect(again.verification?.agrees).toBe(true);
  });
});

test('what another client writes to the target after the check is not overwritten', async () => {
  const source = createMemoryStore(makeRecords(3));
  const target = createMemoryStore(makeRecords(1));
  const changed = onList(source, 1, () => target.put(makeRecord(2)[0], other));
  await expect(copyStore(changed, target)).rejects.toThrow(`than the source: "${makeRecord(2)[0]}"`);
  expect(target.peek(makeRecord(2)[0])).toEqual(other);
});

describe('a target that does not keep what it is given is found out', () => {
  const records = makeRecords(600);
  const [a, b] = [makeRecord(1), makeRecord(2)];
  const location = (of: LocationRecord) => of[1];

  test.each<[string, (target: LocationStore) => LocationStore['put'], object]>([
    [
      'loses the last one',
      (to) => async (id, at) => (id === records.at(-1)?.[0] ? undefined : to.put(id, at)),
      { onlyInSource: 1 },
    ],
    [
      'loses the last batch',
      (to) => async (id, at) => (id >= makeRecord(512)[0] ? undefined : to.put(id, at)),
      { onlyInSource: 89 },
    ],
    [
      'forgets descriptions',
      (to) =>
        (id, { coordinates }) =>
          to.put(id, { coordinates }),
      { differing: 600 },
    ],
    [
      'rounds numbers',
      (to) => (id, at) => to.put(id, { ...at, coordinates: rounded(at) }),
      { differing: 514 },
    ],
    [
      'swaps two',
      (to) => (id, at) => to.put(id, id === a[0] ? location(b) : id === b[0] ? location(a) : at),
      { differing: 2 },
    ],
    [
      'writes one twice',
      (to) => async (id, at) => {
        await to.put(id, at);
        if (id === a[0]) await to.put('twice', at);
      },
      { onlyInTarget: 1 },
    ],
    [
      'writes one in the place of another',
      (to) => (id, at) => to.put(id === a[0] ? 'b' : id, at),
      { onlyInSource: 1, onlyInTarget: 1 },
    ],
    [
      'ends identifiers at NUL',
      (to) => (id, at) => to.put(id.split('\0')[0] ?? '', at),
      { onlyInSource: 1, onlyInTarget: 1 },
    ],
  ])('it %s', async (_, make, differences) => {
    const target = createMemoryStore();
    const source = createMemoryStore([...records, ['nul\0', other]]);
    const { verification } = await copyStore(source, storeOver(target, { put: make(target) }));
    expect(verification?.agrees).toBe(false);
    const none = { differing: 0, onlyInSource: 0, onlyInTarget: 0 };
    expect(verification?.differences).toMatchObject({ ...none, ...differences });
    expect(verification?.differences?.examples.length).toBeGreaterThan(0);
  });

  function rounded({ coordinates: { latitude, longitude } }: LocationRecord[1]) {
    return { latitude: Math.round(latitude), longitude };
  }
});

test('with overwrite, only what the source has is judged', async () => {
  const source = createMemoryStore(makeRecords(10));
  const target = createMemoryStore([makeRecord(98), makeRecord(99)]);
  const changed = onList(source, 2, () => target.delete(makeRecord(99)[0]));
  const { verification } = await copyStore(changed, target, { overwrite: true });
  expect(verification).toMatchObject({ agrees: true, target: { records: 11 } });
  expect(verification?.differences).toEqual({ differing: 0, onlyInSource: 0, examples: [] });
  const lost = onList(createMemoryStore(makeRecords(10)), 2, () => target.delete(makeRecord(5)[0]));
  const second = await copyStore(lost, target, { overwrite: true });
  expect(second.verification).toMatchObject({ agrees: false, differences: { onlyInSource: 1 } });
});

import { expect, it } from 'vitest';
import { startService } from './service.ts';

const here = { description: 'Here', coordinates: { latitude: 1, longitude: 2 } };
const there = { coordinates: { latitude: 3, longitude: 4 } };
const elsewhere = { description: '', coordinates: { latitude: 5, longitude: 6 } };

it('with entity tags, edits, undo and redo need no read before them', async () => {
  const { editing, api, store, requests } = startService([['a', here]], true);
  await api.read('a');
  expect(await editing.change({ id: 'a', before: here, after: there })).toEqual({ kind: 'done' });
  expect(await editing.change({ id: 'a', before: there, after: undefined })).toEqual({ kind: 'done' });
  expect(await editing.change({ id: 'b', before: undefined, after: elsewhere })).toEqual({ kind: 'done' });
  for (const direction of ['undo', 'undo', 'redo'] as const) {
    expect((await editing.step(direction))?.outcome).toEqual({ kind: 'done' });
  }
  expect([await store.get('a'), await store.get('b')]).toEqual([undefined, undefined]);
  const methods = requests.map((request) => request.split(' ')[0]);
  expect(methods).toEqual(['GET', 'PUT', 'DELETE', 'POST', 'DELETE', 'POST', 'DELETE']);
});

it('with entity tags, undoing an import restores no record that another client writes meanwhile', async () => {
  const records = Array.from({ length: 40 }, (_, number) => [`id-${number}`, there] as const);
  const { editing, api, store } = startService(records, true);
  const changes = records.map(([id]) => ({ id, before: here, after: there }));
  editing.addSet({ title: 'Imported 40 records', changes });
  const { read } = api;
  Object.defineProperty(api, 'read', {
    value: async (id: string) => {
      const found = await read(id);
      if (id === 'id-7') await store.put(id, elsewhere);
      return found;
    },
  });
  const undone = await editing.stepSet('undo', () => {});
  expect(undone?.skipped.map(({ id }) => id)).toEqual(['id-7']);
  expect(await store.get('id-7')).toEqual(elsewhere);
  expect(await store.get('id-8')).toEqual(here);
  const redone = await editing.stepSet('redo', () => {});
  expect(redone?.done).toHaveLength(39);
  expect(await store.get('id-8')).toEqual(there);
});

it('with entity tags that compression has weakened, edits and undo read before they write', async () => {
  const { editing, api, store, requests } = startService([['a', here]], 'weak');
  await api.read('a');
  expect(await editing.change({ id: 'a', before: here, after: there })).toEqual({ kind: 'done' });
  expect((await editing.step('undo'))?.outcome).toEqual({ kind: 'done' });
  expect(await store.get('a')).toEqual(here);
  expect(requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'GET', 'PUT', 'GET', 'PUT']);
});

it('with entity tags, an edit and an undo leave what another client has written in between', async () => {
  const { editing, api, store } = startService([['a', here]], true);
  await api.read('a');
  await store.put('a', elsewhere);
  expect(await editing.change({ id: 'a', before: here, after: there })).toEqual({
    kind: 'differs',
    found: elsewhere,
  });
  expect(await editing.change({ id: 'a', before: elsewhere, after: there })).toEqual({ kind: 'done' });
  await store.put('a', here);
  expect((await editing.step('undo'))?.outcome).toEqual({ kind: 'differs', found: here });
  expect(await store.get('a')).toEqual(here);
});

it('with entity tags, a record that another client has created is not overwritten', async () => {
  const { editing, api, store } = startService([['a', here]], true);
  await api.read('a');
  await store.put('b', elsewhere);
  expect(await editing.change({ id: 'b', before: undefined, after: there })).toEqual({
    kind: 'differs',
    found: elsewhere,
  });
  expect(await store.get('b')).toEqual(elsewhere);
});

it('with entity tags, a record that another client writes just after it was read is not overwritten', async () => {
  const { editing, store, api } = startService([['a', here]], true);
  const { read } = api;
  let reads = 0;
  Object.defineProperty(api, 'read', {
    value: async (id: string) => {
      const found = await read(id);
      if (reads++ === 0) await store.put('a', elsewhere);
      return found;
    },
  });
  expect(await editing.change({ id: 'a', before: here, after: there })).toEqual({
    kind: 'differs',
    found: elsewhere,
  });
  expect(await store.get('a')).toEqual(elsewhere);
});

import { expect, it } from 'vitest';
import { type Fate, startService } from './service.ts';

const here = { description: 'Here', coordinates: { latitude: 1, longitude: 2 } };
const there = { coordinates: { latitude: 3, longitude: 4 } };
const elsewhere = { description: '', coordinates: { latitude: 5, longitude: 6 } };

it('a record is read before it is created, replaced and deleted', async () => {
  const { editing, store, requests } = startService();
  expect(await editing.change({ id: 'a', before: undefined, after: here })).toEqual({
    kind: 'done',
  });
  expect(await editing.change({ id: 'a', before: here, after: there })).toEqual({ kind: 'done' });
  expect(await store.get('a')).toEqual(there);
  expect(await editing.change({ id: 'a', before: there, after: undefined })).toEqual({
    kind: 'done',
  });
  expect(await store.get('a')).toBeUndefined();
  const methods = requests.map((request) => request.split(' ')[0]);
  expect(methods).toEqual(['GET', 'POST', 'GET', 'PUT', 'GET', 'DELETE']);
});

it('each step is undone and redone', async () => {
  const { editing, store } = startService();
  await editing.change({ id: 'a', before: undefined, after: here });
  await editing.change({ id: 'a', before: here, after: there });
  await editing.change({ id: 'a', before: there, after: undefined });
  for (const content of [there, here, undefined]) {
    expect((await editing.step('undo'))?.outcome).toEqual({ kind: 'done' });
    expect(await store.get('a')).toEqual(content);
  }
  expect([editing.can('undo'), await editing.step('undo')]).toEqual([false, undefined]);
  for (const content of [here, there, undefined]) {
    expect((await editing.step('redo'))?.outcome).toEqual({ kind: 'done' });
    expect(await store.get('a')).toEqual(content);
  }
  expect(editing.can('redo')).toBe(false);
});

it('a record that differs is found and not overwritten', async () => {
  const { editing, store, requests } = startService([['a', here]]);
  expect(await editing.change({ id: 'a', before: undefined, after: there })).toEqual({
    kind: 'differs',
    found: here,
  });
  expect(await editing.change({ id: 'b', before: here, after: there })).toEqual({
    kind: 'differs',
    found: undefined,
  });
  expect(requests).toEqual(['GET /base/a', 'GET /base/b']);
  expect(await store.get('a')).toEqual(here);
  expect([editing.can('undo'), editing.sent]).toEqual([false, []]);
});

it('nothing is sent if the record already has the content', async () => {
  const { editing, requests } = startService([['a', here]]);
  expect(await editing.change({ id: 'a', before: there, after: here })).toEqual({ kind: 'same' });
  expect([requests, editing.can('undo')]).toEqual([['GET /base/a'], false]);
});

it('a record that is deleted between its read and its write is not created again', async () => {
  const { editing, store, requests } = startService([['a', here]]);
  const change = editing.change({ id: 'a', before: here, after: there });
  await Promise.resolve();
  // The read has begun; what it finds is gone when the PUT arrives.
  while (requests.length === 0) await Promise.resolve();
  await store.delete('a');
  expect(await change).toEqual({ kind: 'differs', found: undefined });
  expect(await store.get('a')).toBeUndefined();
});

it('undo overwrites the change of another client only on purpose', async () => {
  const { editing, store } = startService([['a', here]]);
  await editing.change({ id: 'a', before: here, after: there });
  await store.put('a', elsewhere);
  expect((await editing.step('undo'))?.outcome).toEqual({ kind: 'differs', found: elsewhere });
  expect(await store.get('a')).toEqual(elsewhere);
  expect((await editing.overwrite('undo', elsewhere))?.outcome).toEqual({ kind: 'done' });
  expect(await store.get('a')).toEqual(here);
  expect((await editing.step('undo'))?.outcome).toEqual({ kind: 'done' });
  expect(await store.get('a')).toEqual(elsewhere);
});

it('overwriting on purpose stops at a newer change', async () => {
  const { editing, store } = startService([['a', here]]);
  await editing.change({ id: 'a', before: here, after: there });
  await store.put('a', elsewhere);
  await editing.step('undo');
  const newest = { ...elsewhere, description: 'Newest' };
  await store.put('a', newest);
  expect((await editing.overwrite('undo', elsewhere))?.outcome).toEqual({ kind: 'differs', found: newest });
  expect([await store.get('a'), editing.can('undo')]).toEqual([newest, true]);
});

it('a forgotten step makes room for the one before', async () => {
  const { editing, store } = startService([['b', here]]);
  await editing.change({ id: 'a', before: undefined, after: here });
  await editing.change({ id: 'b', before: here, after: there });
  await store.delete('b');
  expect((await editing.step('undo'))?.outcome.kind).toBe('differs');
  editing.forget('undo');
  await editing.step('undo');
  expect([await store.get('a'), await store.get('b')]).toEqual([undefined, undefined]);
});

it('a refused change has the words of the service', async () => {
  const { editing } = startService();
  const coordinates = { latitude: Number.POSITIVE_INFINITY, longitude: 0 };
  expect(await editing.change({ id: 'a', before: undefined, after: { coordinates } })).toEqual({
    kind: 'refused',
    status: 400,
    message: 'Provided JSON is not valid',
  });
  expect(await editing.change({ id: '..', before: undefined, after: here })).toMatchObject({
    message: 'A browser cannot send the identifier "..". Use another client for it.',
  });
});

it('nothing is sent if the record cannot be read', async () => {
  const { editing, fates, store } = startService();
  fates.push('is lost');
  const outcome = await editing.change({ id: 'a', before: undefined, after: here });
  expect(outcome).toEqual({ kind: 'not done', message: 'The service cannot be reached.' });
  expect([await store.get('a'), editing.can('undo')]).toEqual([undefined, false]);
});

it('a write without a response is sent once, and its outcome is read', async () => {
  const { editing, fates, requests, unknown } = startService();
  fates.push('arrives', 'loses its response', 'is lost', 'fails');
  expect(await editing.change({ id: 'a', before: undefined, after: here })).toEqual({
    kind: 'done',
  });
  expect(requests).toEqual(['GET /base/a', 'POST /base/a', 'GET /base/a', 'GET /base/a']);
  expect(unknown).toEqual([
    'a: The service cannot be reached.',
    'a: The service cannot be reached.',
    'a: Internal server error',
    undefined,
  ]);
  expect(editing.can('undo')).toBe(true);
});

it('a lost write is reported, and not sent again', async () => {
  const { editing, fates, requests, store } = startService();
  fates.push('arrives', 'is lost');
  const outcome = await editing.change({ id: 'a', before: undefined, after: here });
  expect(outcome).toEqual({ kind: 'not done', message: 'The request did not reach the service.' });
  expect(requests).toEqual(['GET /base/a', 'GET /base/a']);
  expect([await store.get('a'), editing.can('undo'), editing.sent]).toEqual([undefined, false, []]);
});

it('a change of another client is found while the outcome is unknown', async () => {
  const { editing, fates, store } = startService([['a', here]]);
  fates.push('arrives', 'loses its response', 'is lost');
  const put = store.replace.bind(store);
  store.replace = async (id, location) => {
    const isThere = await put(id, location);
    await store.put(id, elsewhere);
    return isThere;
  };
  const outcome = await editing.change({ id: 'a', before: here, after: there });
  expect(outcome).toEqual({ kind: 'differs', found: elsewhere });
  expect(await store.get('a')).toEqual(elsewhere);
});

it('checking stops on request, and the history keeps what was sent', async () => {
  const { editing, fates, unknown } = startService();
  fates.push('arrives', 'loses its response', ...Array<Fate>(1000).fill('is lost'));
  const change = editing.change({ id: 'a', before: undefined, after: here });
  while (unknown.length < 2) await Promise.resolve();
  editing.stopWaiting();
  expect((await change).kind).toBe('unknown');
  fates.length = 0;
  expect(await editing.change({ id: 'b', before: undefined, after: here })).toEqual({ kind: 'done' });
  expect(editing.sent.map(({ text }) => text)).toEqual([
    'Created “\u2068Here\u2069” (\u2068b\u2069) at 1, 2',
    'Created “\u2068Here\u2069” (\u2068a\u2069) at 1, 2 (it is not known whether it was done)',
  ]);
});

it('the history has what was sent, the last first', async () => {
  const { editing } = startService();
  await editing.change({ id: 'a', before: undefined, after: there });
  await editing.step('undo');
  await editing.step('redo');
  const json = `-H 'Content-Type: application/json' --data-binary '{"coordinates":{"latitude":3,"longitude":4}}'`;
  expect(editing.sent.map(({ text, curl }) => ({ text, curl }))).toEqual([
    {
      text: 'Redo: Created “\u2068a\u2069” at 3, 4',
      curl: `curl -X POST 'http://service.test/base/a' ${json}`,
    },
    { text: 'Undo: Deleted “\u2068a\u2069”', curl: "curl -X DELETE 'http://service.test/base/a'" },
    { text: 'Created “\u2068a\u2069” at 3, 4', curl: `curl -X POST 'http://service.test/base/a' ${json}` },
  ]);
});

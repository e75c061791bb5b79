import { expect, it } from 'vitest';
import { describeSetOutcome } from '../../src/editing/change-set.ts';
import { startService } from './service.ts';

const here = { description: 'Here', coordinates: { latitude: 1, longitude: 2 } };
// The service takes any numbers.
const there = { coordinates: { latitude: 652_000, longitude: 6_862_000 } };

/** A service after an import that has created `a` and `b`, and replaced `c`. */
function startImported() {
  const service = startService([
    ['a', there],
    ['b', there],
    ['c', there],
  ]);
  const changes = [
    { id: 'a', before: undefined, after: there },
    { id: 'b', before: undefined, after: there },
    { id: 'c', before: here, after: there },
  ];
  service.editing.addSet({ title: 'Imported 3 records', changes });
  const contents = () => Promise.all(['a', 'b', 'c'].map((id) => service.store.get(id)));
  return { ...service, contents };
}

it('an import is undone and redone in one step', async () => {
  const { editing, contents } = startImported();
  const undone = await editing.stepSet('undo', () => {});
  expect(await contents()).toEqual([undefined, undefined, here]);
  expect(undone && describeSetOutcome(undone, 'undo')).toBe('Undone: 1 record restored, 2 records deleted.');
  const redone = await editing.stepSet('redo', () => {});
  expect(await contents()).toEqual([there, there, there]);
  expect(redone && describeSetOutcome(redone, 'redo')).toBe(
    'Done again: 2 records created, 1 record replaced.',
  );
  expect([editing.can('undo'), editing.can('redo')]).toEqual([true, false]);
  expect(editing.sent.map(({ text }) => text)).toEqual([
    'Redo: Imported 3 records',
    'Undo: Imported 3 records',
    'Imported 3 records',
  ]);
});

it('undoing an import leaves what others have written since, and names it', async () => {
  const { editing, store, contents } = startImported();
  const newer = { ...there, description: 'Newer' };
  await store.put('a', newer);
  await store.delete('c');
  const undone = await editing.stepSet('undo', () => {});
  expect(await contents()).toEqual([newer, undefined, undefined]);
  expect(undone?.skipped.map(({ id }) => id).sort()).toEqual(['a', 'c']);
  expect(undone && describeSetOutcome(undone, 'undo')).toBe(
    'Undone: 1 record deleted. 2 records left as they are.',
  );
  await editing.stepSet('redo', () => {});
  expect(await contents()).toEqual([newer, there, undefined]);
});

it('undoing an import ends when the service cannot be reached, and goes on by another undo', async () => {
  const { editing, fates, contents } = startImported();
  fates.push('is lost');
  const first = await editing.stepSet('undo', () => {});
  expect(await contents()).toEqual([there, there, there]);
  expect(first && describeSetOutcome(first, 'undo')).toBe(
    'Undone: nothing. The service cannot be reached. 3 records to go; choose Undo to continue.',
  );
  expect(editing.can('redo')).toBe(false);
  await editing.stepSet('undo', () => {});
  expect(await contents()).toEqual([undefined, undefined, here]);
});

it.each([1, 2, 3])('undoing an import goes on after response %i is lost', async (count) => {
  const { editing, fates, contents } = startImported();
  fates.push(...Array.from({ length: count - 1 }, () => 'arrives' as const), 'loses its response');
  const first = await editing.stepSet('undo', () => {});
  expect(first?.left).toHaveLength(3);
  const second = await editing.stepSet('undo', () => {});
  expect(second?.skipped).toEqual([]);
  expect(await contents()).toEqual([undefined, undefined, here]);
});

it('undoing a large import tells how far it is, and can be stopped', async () => {
  const ids = Array.from({ length: 1200 }, (_, index) => `r${index}`);
  const { editing, store } = startService(ids.map((id) => [id, there]));
  const changes = ids.map((id) => ({ id, before: undefined, after: there }));
  editing.addSet({ title: 'Imported 1,200 records', changes });
  const counts: number[] = [];
  const first = await editing.stepSet('undo', (_, count) => {
    counts.push(count);
    editing.stopWaiting();
  });
  expect([counts, first?.left.length]).toEqual([[500], 700]);
  const second = await editing.stepSet('undo', (_, count) => counts.push(count));
  expect([counts, second?.left]).toEqual([[500, 500, 700], []]);
  expect(await store.get('r1199')).toBeUndefined();
});

it('a single change before an import is the next step once the import is undone', async () => {
  const { editing, contents, store } = startImported();
  expect([editing.isSet('undo'), await editing.step('undo')]).toEqual([true, undefined]);
  await editing.change({ id: 'd', before: undefined, after: here });
  expect(editing.isSet('undo')).toBe(false);
  await editing.step('undo');
  expect(await store.get('d')).toBeUndefined();
  await editing.stepSet('undo', () => {});
  expect(await contents()).toEqual([undefined, undefined, here]);
});

/** The deletion of some records, as the page shows them. */
function deletionOf(ids: readonly string[]) {
  const changes = ids.map((id) => ({ id, before: there, after: undefined }));
  return { title: `Deletion of ${ids.length} records`, changes };
}

it('several records are deleted in one step, except for what another client has written', async () => {
  const { editing, store, contents } = startImported();
  await store.put('b', here);
  const outcome = await editing.changeSet(deletionOf(['a', 'b', 'c']), () => {});
  expect(await contents()).toEqual([undefined, here, undefined]);
  expect(outcome.skipped.map(({ id }) => id)).toEqual(['b']);
  expect(describeSetOutcome(outcome, undefined)).toBe('2 records deleted. 1 record left as they are.');
  expect(editing.sent[0]?.text).toBe('Deletion of 3 records');
  await editing.stepSet('undo', () => {});
  expect(await contents()).toEqual([there, here, there]);
});

it('a deletion of several whose response is lost is done again by redo, and then undone wholly', async () => {
  const { editing, fates, contents } = startImported();
  fates.push('loses its response');
  const outcome = await editing.changeSet(deletionOf(['a', 'b']), () => {});
  expect(describeSetOutcome(outcome, undefined)).toContain('2 records to go; choose Redo to continue.');
  await editing.stepSet('redo', () => {});
  expect(await contents()).toEqual([undefined, undefined, there]);
  await editing.stepSet('undo', () => {});
  expect(await contents()).toEqual([there, there, there]);
});

import fc from 'fast-check';
import type { Location, LocationRecord, MemoryStore } from '../../../src/index.ts';
import { ModelStore } from './model-store.ts';
import { Reader } from './reader.ts';
import { anyOfFew, numbered, type Script, type Step, scripts } from './script.ts';

/** How many records the steps about many write. */
const many = 100;

/**
 * Demands that a store, its forks and theirs each hold what a `Map` of its own would after any steps, and that
 * each list shows the records at its first step.
 */
export async function expectIndependentForks(
  create: (records: Iterable<LocationRecord>) => MemoryStore,
  parameters: fc.Parameters<[Script]>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scripts, async ({ seeds, steps }) => {
      const records = Array.from(
        { length: seeds },
        (_, number) => [numbered(number), place(number)] as const,
      );
      const stores = [new ModelStore(create(records), records)];
      const readers: Reader[] = [];
      for (const [index, step] of steps.entries()) await take(step, seeds + many * index, stores, readers);
      for (const store of stores) await store.expectAll();
      for (const reader of readers) await reader.finish();
    }),
    parameters,
  );
}

/** @param unused from this on, no step has used the {@link place} of a number. */
async function take(step: Step, unused: number, stores: ModelStore[], readers: Reader[]): Promise<void> {
  const { kind, which, number } = step;
  if (kind === 'read' || kind === 'finish' || kind === 'return') {
    const reader = readers.at(which);
    await reader?.[kind]();
    if (reader?.isOver) readers.splice(readers.indexOf(reader), 1);
    return;
  }
  const open = stores.filter(({ isClosed }) => !isClosed);
  const store = open.at(which);
  if (!store) return;
  if (kind === 'put' || kind === 'replace') await store[kind](anyOfFew(number), place(unused));
  else if (kind === 'delete' || kind === 'get') await store[kind](anyOfFew(number));
  else if (kind === 'list' || kind === 'records') readers.push(new Reader(store, kind));
  else if (kind === 'close') await store.close();
  else if (kind === 'fork') stores.push(store.fork());
  else {
    for (let index = 0; index < many; index++) {
      const id = numbered(number + index);
      await (kind === 'put-many' ? store.put(id, place(unused + index)) : store.delete(id));
    }
  }
}

/** A Location that no other number gives. */
function place(number: number): Location {
  return { coordinates: { latitude: number, longitude: number + 0.5 } };
}

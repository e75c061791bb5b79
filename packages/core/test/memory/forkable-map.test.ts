import { describe, expect, it } from 'vitest';
import { filledMap } from './forks/filled-map.ts';
import { garbageCollector } from './garbage-collector.ts';

describe('ForkableMap', () => {
  it('keeps the position of a key that is overwritten after a fork', () => {
    const map = filledMap(3).fork();
    map.set('new', { number: 3 });
    map.set('key 1', { number: 9 });
    const keys = [...map.snapshot()].flatMap((entry) => (entry ? [entry[0]] : []));
    expect(keys).toEqual(['key 0', 'key 1', 'key 2', 'new']);
  });

  it('ends an iteration although a writer never stops', () => {
    const map = filledMap(1).fork();
    map.set('new', { number: 0 });
    const seen: string[] = [];
    let written = 0;
    for (const entry of map.snapshot()) {
      if (entry) seen.push(entry[0]);
      for (let count = 0; count < 10; count++) map.set(`later ${written++}`, { number: 0 });
    }
    expect(seen).toEqual(['key 0', 'new']);
  });

  it('forgets deleted keys once the layers are merged', () => {
    const map = filledMap(1);
    for (let number = 0; number < 5000; number++) {
      map.set(`key ${number}`, { number });
      map.fork();
      map.delete(`key ${number}`);
      map.fork();
    }
    expect([...map.snapshot()].length).toBeLessThan(100);
    expect(map.size).toBe(0);
  });

  it('shows a key again that was deleted twice, when only one of these deletions is merged', () => {
    const map = filledMap(200);
    map.fork();
    // Long to merge with the layer below, which takes several of the writes that follow.
    for (let number = 0; number < 60; number++) map.set(`new ${number}`, { number });
    map.delete('key 0');
    map.fork();
    map.set('key 0', { number: 2 });
    map.fork();
    map.delete('key 0');
    map.fork();
    for (let number = 0; number < 10; number++) map.set('other', { number });
    map.set('key 0', { number: 3 });
    const entries = [...map.snapshot()].filter((entry) => entry !== undefined);
    expect(new Map(entries).get('key 0')).toEqual({ number: 3 });
    expect(entries.length).toBe(map.size);
  });

  it('forgets at once a key that was set and deleted since the fork', () => {
    const map = filledMap(10).fork();
    for (let number = 0; number < 1000; number++) {
      map.set(`new ${number}`, { number });
      map.delete(`new ${number}`);
    }
    expect([...map.snapshot()].length).toBe(10);
  });

  it('forgets what a released snapshot held back', () => {
    const map = filledMap(10).fork();
    for (const key of ['new', 'stays']) map.set(key, { number: 10 });
    const snapshot = map.snapshot();
    map.delete('new');
    expect([...map.snapshot()].length).toBe(12);
    snapshot.release();
    expect([...map.snapshot()].length).toBe(11);
  });

  it('keeps nothing of unreachable forks', async () => {
    const { map, references } = forgetForks();
    expect(await kept(references)).toEqual([]);
    expect(map.get('key 0')).toEqual({ number: 0 });
  });

  it('keeps no overwritten values once the layers are merged', async () => {
    const { map, references } = overwriteAbove();
    expect(await kept(references)).toEqual([]);
    expect(map.get('key 0')).toEqual({ number: 100 });
  });
});

/** In a function of its own, so that no variable of the caller keeps a value alive. */
function forgetForks() {
  const map = filledMap(1000);
  const references = Array.from({ length: 100 }, (_, number) => {
    const value = { number };
    const fork = map.fork();
    fork.set('key 0', value);
    fork.fork().set('key 1', value);
    return new WeakRef(value);
  });
  return { map, references };
}

/** Overwrites all of a layer, and writes on until the two are merged. */
function overwriteAbove() {
  const map = filledMap(0);
  const write = (number: number) => {
    const value = { number };
    map.set(`key ${number % 100}`, value);
    return new WeakRef(value);
  };
  const references = Array.from({ length: 100 }, (_, number) => write(number));
  map.fork();
  for (let number = 100; number < 200; number++) write(number);
  map.fork();
  for (let count = 0; count < 10; count++) map.set('other', { number: count });
  return { map, references };
}

/** The values that are not garbage. */
async function kept(references: readonly WeakRef<object>[]): Promise<object[]> {
  const collect = garbageCollector();
  // What a WeakRef was made of or asked for lives until the end of the job.
  await new Promise(setImmediate);
  collect();
  return references.map((reference) => reference.deref()).filter((value) => value !== undefined);
}

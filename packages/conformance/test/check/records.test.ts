import type { IncomingMessage } from 'node:http';
import { checkServer } from '@location-records/conformance/node';
import { createMemoryStore, type LocationStore } from '@location-records/core';
import { storeOver } from '@location-records/workspace/tests';
import { describe, expect, it, vi } from 'vitest';
import { ofNodeHttp, startService } from '../started-servers.ts';

const location = { description: 'of another client', coordinates: { latitude: 1, longitude: 2 } };
// A check runs hundreds of cases.
vi.setConfig({ testTimeout: 60_000 });

/** Identifiers of other clients, some of which cases use, too. */
const foreign = [
  'a',
  'b',
  'x',
  '__proto__',
  'constructor',
  '%zz',
  'a/b',
  'check-1',
  ' ',
  '\0',
  'favicon.ico',
];
/** Slow cases whose writes do not matter here. */
const slow = ['unread-', 'expect-', 'reader-', 'limit-', 'list-'];
const skip = [...ofNodeHttp, ...slow];

async function storeWith(ids: readonly string[]): Promise<LocationStore> {
  const store = createMemoryStore();
  for (const id of ids) await store.put(id, location);
  return store;
}

async function contentOf(store: LocationStore): Promise<readonly unknown[]> {
  const batches = [];
  for await (const batch of store.list()) batches.push(...batch);
  return batches;
}

/** Records the methods of all requests. */
function methodsOf(): { readonly methods: Set<string>; watch(req: IncomingMessage): void } {
  const methods = new Set<string>();
  return { methods, watch: ({ method = '' }) => void methods.add(method) };
}

describe('checkServer', () => {
  it('leaves an empty store empty', async () => {
    const store = createMemoryStore();
    const report = await checkServer({ url: await startService({ store }), skip });
    expect(report.counts.failed).toBe(0);
    expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
    expect(await contentOf(store)).toEqual([]);
  });

  it('leaves the records of others unchanged, and reports the cases left out because of them', async () => {
    const store = await storeWith(foreign);
    const before = await contentOf(store);
    const report = await checkServer({ url: await startService({ store }), skip });
    expect(report.counts.failed).toBe(0);
    expect(await contentOf(store)).toEqual(before);
    const reasons = new Set(report.cases.flatMap(({ reason }) => reason ?? []));
    expect(reasons).toContain('It would write the record "a", which exists already.');
    expect(reasons).toContain('It needs an empty store, and there are records of others.');
    expect(reasons).toContain('It sends DELETE without an identifier, and there are 11 records of others.');
  });

  it('leaves no records behind when cases fail', async () => {
    const store = createMemoryStore();
    const refusing = storeOver(store, { replace: () => Promise.reject(new Error('full')) });
    const report = await checkServer({
      url: await startService({ store: refusing }),
      only: ['state-', 'id-'],
    });
    expect(report.counts.failed).toBeGreaterThan(10);
    expect(await contentOf(store)).toEqual([]);
  });

  it('reports the records that cannot be removed', async () => {
    const store = createMemoryStore();
    const keeping = storeOver(store, { delete: async () => {} });
    const report = await checkServer({ url: await startService({ store: keeping }), only: ['state-post-'] });
    const left = (await contentOf(store)).map((entry) => (entry as readonly string[])[0]);
    expect(left.length).toBeGreaterThan(5);
    expect([...report.cleanup.left].sort()).toEqual(left.sort());
  });

  it('does not touch records that others create meanwhile, and reports them', async () => {
    const store = createMemoryStore();
    const url = await startService({ store });
    const onProgress = async () => void (await store.put('of another client', location));
    const report = await checkServer({
      url,
      only: ['SPEC 4.7'],
      skip: ['list-many', 'list-long'],
      onProgress,
    });
    expect(report.counts.failed).toBe(0);
    expect(report.cleanup).toEqual({ left: [], unknown: ['of another client'], isCertain: true });
    expect(await contentOf(store)).toEqual([['of another client', location]]);
  });

  it('removes its records when it is stopped', async () => {
    const store = createMemoryStore();
    const stop = new AbortController();
    let isUnderWay = false;
    let posts = 0;
    // The case creates 1,100 records.
    const url = await startService({ store }, ({ method }) => {
      if (isUnderWay && method === 'POST' && ++posts === 100) stop.abort();
    });
    const report = await checkServer({
      url,
      only: ['list-many', 'state-'],
      signal: stop.signal,
      onProgress: ({ id }) => {
        isUnderWay = id === 'list-many';
      },
    });
    expect(report.stopped).toBe('The check was stopped.');
    expect(report.cases.find(({ id }) => id === 'list-many')?.outcome).toBe('left-out');
    expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
    expect(await contentOf(store)).toEqual([]);
  });
});

describe('a check with readOnly', () => {
  it('sends only GET, HEAD and OPTIONS', async () => {
    const store = await storeWith(foreign);
    const before = await contentOf(store);
    const { methods, watch } = methodsOf();
    const report = await checkServer({
      url: await startService({ store }, watch),
      readOnly: true,
      skip: ofNodeHttp,
    });
    expect([...methods].sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
    expect(report.counts).toMatchObject({ failed: 0 });
    expect(report.counts.passed).toBeGreaterThan(10);
    expect(await contentOf(store)).toEqual(before);
  });

  it('sends other methods without the option', async () => {
    const { methods, watch } = methodsOf();
    await checkServer({ url: await startService({ store: createMemoryStore() }, watch), only: ['method-'] });
    expect(methods).toContain('POST');
    expect(methods).toContain('PATCH');
  });
});

import { describe, expect, it } from 'vitest';
import type { Box, LocationRecord } from '../../src/api.ts';
import { maxHits, type SearchProgress, searchRecords } from '../../src/search/search-records.ts';

const box: Box = { west: 0, south: 0, east: 1, north: 1 };

function makeRecord(id: string, description?: string): LocationRecord {
  return { id, description, coordinates: { latitude: 0, longitude: 0 } };
}

/** A service with some records in view, and others. Tells what was read of its streams. */
function makeService(
  batches: readonly (readonly LocationRecord[])[],
  inView: readonly LocationRecord[] = [],
) {
  const all = batches.flat();
  const streams: { box: Box | undefined; batches: number; isClosed: boolean }[] = [];
  return {
    streams,
    api: {
      read: async (id: string) => ({ kind: 'done' as const, value: all.find((record) => record.id === id) }),
    },
    async *stream({ box: area }: { readonly box: Box | undefined }) {
      const stream = { box: area, batches: 0, isClosed: false };
      streams.push(stream);
      try {
        for (const batch of area ? [inView] : batches) {
          stream.batches++;
          yield batch;
        }
      } finally {
        stream.isClosed = true;
      }
    },
  };
}

async function lastOf(search: AsyncIterable<SearchProgress>): Promise<SearchProgress | undefined> {
  let last: SearchProgress | undefined;
  for await (const progress of search) last = progress;
  return last;
}

const idsOf = (progress: SearchProgress | undefined) => progress?.hits.map(({ id }) => id);

describe('searchRecords', () => {
  it('a search finds the identifier first, then what is in view, then the others', async () => {
    const [exact, near, far] = [
      makeRecord('rome'),
      makeRecord('b', 'Near Rome'),
      makeRecord('a', 'Far from Rome'),
    ];
    const service = makeService([[far, makeRecord('x')], [near], [exact]], [near]);
    const signal = new AbortController().signal;
    const found = await lastOf(searchRecords('rome', { ...service, box, signal }));
    expect(idsOf(found)).toEqual(['rome', 'b', 'a']);
    expect(found).toMatchObject({ searched: 4, isDone: true });
  });

  it('a search of the whole world reads all records once', async () => {
    const service = makeService([[makeRecord('a')]]);
    const signal = new AbortController().signal;
    await lastOf(searchRecords('b', { ...service, box: undefined, signal }));
    expect(service.streams).toEqual([{ box: undefined, batches: 1, isClosed: true }]);
  });

  it('a search stops reading once it has found enough', async () => {
    const many = Array.from({ length: maxHits + 20 }, (_, index) => makeRecord(`hit-${index}`));
    const service = makeService([many, many, many]);
    const signal = new AbortController().signal;
    const found = await lastOf(searchRecords('hit', { ...service, box: undefined, signal }));
    expect(found?.hits.length).toBe(maxHits);
    expect(service.streams).toEqual([{ box: undefined, batches: 1, isClosed: true }]);
  });

  it('a search reads no other records when those in view are enough', async () => {
    const many = Array.from({ length: maxHits }, (_, index) => makeRecord(`hit-${index}`));
    const service = makeService([[]], many);
    const signal = new AbortController().signal;
    await lastOf(searchRecords('hit', { ...service, box, signal }));
    expect(service.streams.map((stream) => stream.box)).toEqual([box]);
  });

  it('an aborted search ends, and closes its stream', async () => {
    const service = makeService([[makeRecord('a')], [makeRecord('b')], [makeRecord('c')]]);
    const controller = new AbortController();
    const seen: number[] = [];
    for await (const progress of searchRecords('x', {
      ...service,
      box: undefined,
      signal: controller.signal,
    })) {
      seen.push(progress.searched);
      if (progress.searched === 1) controller.abort();
    }
    expect(seen).toEqual([0, 1]);
    expect(service.streams).toEqual([{ box: undefined, batches: 2, isClosed: true }]);
  });

  it('a search finds words that cannot be an identifier', async () => {
    const service = makeService([[makeRecord('a..b')]]);
    const api = {
      read: async () => ({ kind: 'refused' as const, status: 0, message: 'It cannot be sent.' }),
    };
    const signal = new AbortController().signal;
    expect(idsOf(await lastOf(searchRecords('..', { ...service, api, box: undefined, signal })))).toEqual([
      'a..b',
    ]);
  });
});

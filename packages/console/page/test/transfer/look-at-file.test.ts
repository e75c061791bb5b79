import { parseRecords } from '@location-records/formats';
import { describe, expect, it } from 'vitest';
import type { Api, LocationRecord } from '../../src/api.ts';
import { isSame } from '../../src/editing/change.ts';
import { type Look, lookAtFile } from '../../src/transfer/look-at-file.ts';

const existing = new Map<string, LocationRecord>(
  [
    { id: 'same', description: 'S', coordinates: { latitude: 1, longitude: 2 } },
    { id: 'other', coordinates: { latitude: 9, longitude: 9 } },
  ].map((record) => [record.id, record]),
);

/** A service that is asked for nothing but a dry run. */
const api: Pick<Api, 'putMany'> = {
  putMany: async (records, { dryRun }) => {
    expect(dryRun).toBe(true);
    const value = records.map((record) => {
      const previous = existing.get(record.id);
      if (previous && isSame(previous, record)) return { outcome: 'unchanged' } as const;
      return previous ? ({ outcome: 'replaced', previous } as const) : ({ outcome: 'created' } as const);
    });
    return { kind: 'done', value };
  },
};

async function look(
  text: string,
  service: Pick<Api, 'putMany'> = api,
  signal = new AbortController().signal,
): Promise<Look | undefined> {
  let last: Look | undefined;
  for await (const found of lookAtFile(parseRecords(text), service, signal)) last = found;
  return last;
}

describe('lookAtFile', () => {
  it('a look counts what is read, refused, doubted, existing and the same', async () => {
    const text = [
      'id,description,latitude,longitude',
      'same,S,1,2',
      'other,,1,2',
      'new,,1,2',
      'swapped,,120,50',
      'bad,,"48,2",2',
    ].join('\n');
    const found = await look(text);
    expect(found).toMatchObject({
      isDone: true,
      records: 4,
      doubted: 1,
      doubt: expect.stringContaining('line 5: '),
      existing: 1,
      same: 1,
    });
    expect(found?.problems.groups[0]?.examples).toMatchObject([{ line: 6, id: 'bad' }]);
  });

  it('a look compares all records of a large file, and tells how far it is', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => `r${index},1,2`);
    const text = ['id,latitude,longitude', ...rows, 'same,1,2', 'other,1,2'].join('\n');
    const seen: number[] = [];
    let last: Look | undefined;
    for await (const found of lookAtFile(parseRecords(text), api, new AbortController().signal)) {
      seen.push(found.records);
      last = found;
    }
    expect(seen).toEqual([1000, 2000, 2502, 2502]);
    expect(last).toMatchObject({ isDone: true, records: 2502, existing: 2 });
  });

  it('a look fails if the service cannot be reached', async () => {
    const message = 'The service cannot be reached.';
    const failing = { putMany: async () => ({ kind: 'unknown', message }) as const };
    await expect(look('id,latitude,longitude\na,1,2', failing)).rejects.toThrow(message);
  });

  it('a look at a broken file has the records before its fault', async () => {
    const found = await look('[["a",{"coordinates":{"latitude":1,"longitude":2}}],["b"');
    expect(found).toMatchObject({ isDone: true, records: 1, broken: expect.any(String) });
  });

  it('an aborted look ends', async () => {
    expect(await look('id,latitude,longitude\na,1,2', api, AbortSignal.abort())).toBeUndefined();
  });
});

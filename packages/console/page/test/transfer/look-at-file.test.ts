import { parseRecords } from '@location-records/formats';
import { describe, expect, it } from 'vitest';
import type { LocationRecord } from '../../src/api.ts';
import { type Look, lookAtFile, maxCompared } from '../../src/transfer/look-at-file.ts';

const existing = new Map<string, LocationRecord>(
  [
    { id: 'same', description: 'S', coordinates: { latitude: 1, longitude: 2 } },
    { id: 'other', coordinates: { latitude: 9, longitude: 9 } },
  ].map((record) => [record.id, record]),
);
const api = { read: async (id: string) => ({ kind: 'done' as const, value: existing.get(id) }) };

async function look(text: string, options: { signal?: AbortSignal } = {}): Promise<Look | undefined> {
  const { signal = new AbortController().signal } = options;
  let last: Look | undefined;
  for await (const found of lookAtFile(parseRecords(text), api, signal)) last = found;
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
    expect(await look(text)).toMatchObject({
      isDone: true,
      records: 4,
      refused: 1,
      doubted: 1,
      doubt: expect.stringContaining('line 5: '),
      compared: 4,
      existing: 1,
      same: 1,
      problems: [{ line: 6, id: 'bad', reason: expect.any(String) }],
    });
  });

  it('a look compares the first records of a large file', async () => {
    const rows = Array.from({ length: maxCompared + 50 }, (_, index) => `r${index},1,2`);
    expect(await look(['id,latitude,longitude', ...rows].join('\n'))).toMatchObject({
      records: maxCompared + 50,
      compared: maxCompared,
      existing: 0,
    });
  });

  it('a look at an unknown file says what is wrong', async () => {
    await expect(look('id,lat,lon\na,1,2')).rejects.toThrow(/latitudeColumn/);
    await expect(look('%PDF-1.4')).rejects.toThrow(/The format is not known/);
  });

  it('an aborted look ends', async () => {
    expect(await look('id,latitude,longitude\na,1,2', { signal: AbortSignal.abort() })).toBeUndefined();
  });
});

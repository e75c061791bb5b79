import { describe, expect, it, onTestFinished } from 'vitest';
import { BatchWriter } from '../../src/sqlite/batch-writer.ts';
import type { DatabaseSync } from '../../src/sqlite/engine.ts';
import { createSchema } from '../../src/sqlite/schema.ts';
import type { Write } from '../../src/sqlite/writer-protocol.ts';
import { openRaw } from './open-raw.ts';
import { danglingIn, recordsIn } from './raw-records.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const long = 'x'.repeat(385);
const put = { kind: 'put', id: 'a', description: 'short', latitude: 1, longitude: 2 } as const;
const other = { ...put, id: 'b' };
const ignored = {
  code: 'STORE_UNSUITABLE',
  message: expect.stringMatching(/: a trigger of its table ignored a write; remove that trigger\.$/),
};

describe('a write that a trigger of another program refuses', () => {
  it.each([
    ['BEFORE INSERT ON long_descriptions', 'short', { kind: 'put', description: long }],
    ['BEFORE UPDATE ON long_descriptions', long, { kind: 'replace', description: `${long}2` }],
    ['BEFORE DELETE ON long_descriptions', long, { kind: 'put', description: null }],
    ['BEFORE DELETE ON long_descriptions', long, { kind: 'delete' }],
    ['AFTER UPDATE ON locations', 'short', { kind: 'put', description: long }],
    ['AFTER DELETE ON locations', long, { kind: 'delete' }],
  ] as const)('(%s) leaves its record, and other writes', async (when, before, write) => {
    const { raw, writer } = await openWriter([{ ...put, description: before }]);
    raw.exec(`CREATE TRIGGER refusal ${when} BEGIN SELECT RAISE(ABORT, 'no'); END`);
    const results = writer.commit([{ ...put, latitude: 5, ...write } as Write, other]);
    expect(results).toEqual([expect.objectContaining({ code: 'STORE_UNAVAILABLE' }), true]);
    expect([...recordsIn(raw)]).toEqual([
      ['a', [before, 1]],
      ['b', ['short', 1]],
    ]);
    expect(danglingIn(raw)).toEqual([]);
  });

  it('(with the whole batch) leaves no write of the batch', async () => {
    const { raw, writer } = await openWriter([]);
    raw.exec(`
      CREATE TRIGGER refusal BEFORE INSERT ON locations WHEN new.id = 'a' BEGIN SELECT RAISE(ROLLBACK, 'no'); END
    `);
    for (const description of ['short', long]) {
      const batch = [other, { ...put, description }, { ...put, id: 'c' }];
      expect(() => writer.commit(batch)).toThrow('no');
      expect(recordsIn(raw).size).toBe(0);
    }
    expect(writer.commit([other])).toEqual([true]);
  });
});

describe('a write that a trigger of another program ignores', () => {
  it.each([
    ['BEFORE INSERT ON locations', undefined, { kind: 'put', description: 'new' }],
    ['BEFORE INSERT ON locations', undefined, { kind: 'put', description: long }],
    ['BEFORE INSERT ON long_descriptions', 'short', { kind: 'put', description: long }],
    ['BEFORE UPDATE ON locations', 'short', { kind: 'put', description: 'new' }],
    ['BEFORE UPDATE ON locations', 'short', { kind: 'put', description: long }],
    ['BEFORE UPDATE ON locations', 'short', { kind: 'replace', description: null }],
    ['BEFORE UPDATE ON locations', long, { kind: 'put', description: 'new' }],
    ['BEFORE UPDATE ON locations', long, { kind: 'replace', description: null }],
    ['BEFORE UPDATE ON locations WHEN new.description > 0', 'short', { kind: 'put', description: long }],
    ['BEFORE DELETE ON locations', 'short', { kind: 'delete' }],
    ['BEFORE DELETE ON locations', long, { kind: 'delete' }],
  ] as const)('(%s) is not acknowledged, and leaves its record', async (when, before, write) => {
    const { raw, writer } = await openWriter(before === undefined ? [] : [{ ...put, description: before }]);
    raw.exec(`CREATE TRIGGER silence ${when} BEGIN SELECT RAISE(IGNORE); END`);
    expect(writer.commit([{ ...put, latitude: 5, ...write } as Write])).toEqual([ignored]);
    expect([...recordsIn(raw)]).toEqual(before === undefined ? [] : [['a', [before, 1]]]);
    expect(danglingIn(raw)).toEqual([]);
  });

  it('rejects, while a write of an absent record does not', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path);
    const coordinates = { latitude: 1, longitude: 2 };
    await store.put('a', { coordinates });
    const raw = await openRaw(path);
    onTestFinished(() => raw.close());
    for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
      raw.exec(`CREATE TRIGGER no_${event} BEFORE ${event} ON locations BEGIN SELECT RAISE(IGNORE); END`);
    }
    await expect(store.put('b', { coordinates })).rejects.toMatchObject(ignored);
    await expect(store.replace('a', { coordinates })).rejects.toMatchObject(ignored);
    await expect(store.delete('a')).rejects.toMatchObject(ignored);
    expect(await store.replace('b', { coordinates })).toBe(false);
    await store.delete('b');
    expect(await store.get('a')).toEqual({ coordinates });
  });
});

it.each(['short', long])('triggers for updates do not see a deletion (%#)', async (description) => {
  const { raw, writer } = await openWriter([{ ...put, description }]);
  raw.exec("CREATE TRIGGER refusal BEFORE UPDATE ON locations BEGIN SELECT RAISE(ABORT, 'no'); END");
  expect(writer.commit([{ kind: 'delete', id: 'a' }])).toEqual([true]);
  expect(recordsIn(raw).size).toBe(0);
});

/** A writer into memory, after some writes. */
async function openWriter(writes: readonly Write[]): Promise<{ raw: DatabaseSync; writer: BatchWriter }> {
  const raw = await openRaw(':memory:');
  onTestFinished(() => raw.close());
  createSchema(raw, false);
  const writer = new BatchWriter(raw, 'a path');
  writer.commit(writes);
  return { raw, writer };
}

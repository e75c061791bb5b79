import { describe, expect, it } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-store.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

describe('a write that a trigger of another program refuses', () => {
  it.each(['ABORT', 'FAIL', 'ROLLBACK'])(
    '(%s) rejects alone, and the writes of the same moment take effect',
    async (kind) => {
      const path = await temporaryPath();
      const store = await openForTest(path);
      await openRaw(
        path,
        `CREATE TRIGGER refusal BEFORE INSERT ON locations WHEN new.id = 'b' BEGIN SELECT RAISE(${kind}, 'not here'); END`,
      );
      const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((id) => store.put(id, location)));
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(outcomes[1]).toMatchObject({
        reason: { message: `Cannot write to the SQLite store ${JSON.stringify(path)}: not here.` },
      });
      expect(await Promise.all(['a', 'b', 'c'].map((id) => store.get(id)))).toEqual([
        location,
        undefined,
        location,
      ]);
    },
  );

  it('(IGNORE) is not acknowledged', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path);
    await openRaw(path, 'CREATE TRIGGER silence BEFORE INSERT ON locations BEGIN SELECT RAISE(IGNORE); END');
    await expect(store.put('a', location)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('a trigger of its table ignored the write; remove that trigger'),
    });
  });
});

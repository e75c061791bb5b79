import { expect, it } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-store.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

it.each(['ABORT', 'FAIL', 'ROLLBACK'])(
  'an SQLite write that a trigger refuses (%s) rejects alone',
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

it('an SQLite write that a trigger ignores rejects', async () => {
  const path = await temporaryPath();
  const store = await openForTest(path);
  await openRaw(path, 'CREATE TRIGGER silence BEFORE INSERT ON locations BEGIN SELECT RAISE(IGNORE); END');
  await expect(store.put('a', location)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining('a trigger of its table ignored the write; remove that trigger'),
  });
});

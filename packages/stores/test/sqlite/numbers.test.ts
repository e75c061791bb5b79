import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

/** Numbers that lie closely above or below an integer, which one engine takes for the integer. */
const near = [0, 1, -1, 2].flatMap((integer) =>
  [2 ** -1074, 2 ** -1022, 2 ** -60, 2 ** -53, 2 ** -52].flatMap((step) => [integer + step, integer - step]),
);

it('gives any finite number back to the last bit', async () => {
  const store = await openForTest(await temporaryPath());
  const random = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 2000, seed: 1 });
  const numbers = [Number.MAX_VALUE, ...near, ...random];
  await Promise.all(
    numbers.map((number, index) =>
      store.put(`id-${index}`, { coordinates: { latitude: number, longitude: -number } }),
    ),
  );
  for (const [index, number] of numbers.entries()) {
    const found = await store.get(`id-${index}`);
    // toEqual tells 0 from -0, and -0 comes back as 0.
    expect(found?.coordinates).toEqual({ latitude: number + 0, longitude: 0 - number });
  }
});

describe.each(['latitude', 'longitude'])('a %s that is not finite', (column) => {
  const infinity = `UPDATE locations SET ${column} = -9e999 WHERE id = 'b'`;

  it('cannot be written by another program', async () => {
    const { other } = await storeAndOther();
    expect(() => other.exec(infinity)).toThrow('CHECK constraint failed');
  });

  it('is named by reads when another program wrote it nevertheless, and the rest is read', async () => {
    const { path, store, other } = await storeAndOther();
    other.exec(`PRAGMA ignore_check_constraints = ON; ${infinity}`);
    const problem = `the ${column} of its record "b" is -Infinity, which is not a finite number; `;
    const unsuitable = {
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining(
        `Cannot read from the SQLite store ${JSON.stringify(path)}: ${problem}`,
      ),
    };
    await expect(store.get('b')).rejects.toMatchObject(unsuitable);
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject(unsuitable);
    expect(await store.get('a')).toEqual(location);
    await store.put('b', location);
    expect((await store.list()[Symbol.asyncIterator]().next()).value).toHaveLength(2);
  });
});

async function storeAndOther() {
  const path = await temporaryPath();
  const store = await openForTest(path);
  await Promise.all(['a', 'b'].map((id) => store.put(id, location)));
  const other = await openRaw(path);
  onTestFinished(() => other.close());
  return { path, store, other };
}

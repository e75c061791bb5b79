import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openForTest, temporaryPath } from './temporary-folder.ts';

/** Numbers that lie closely above or below an integer, which one engine takes for the integer. */
const near = [0, 1, -1, 2].flatMap((integer) =>
  [2 ** -1074, 2 ** -1022, 2 ** -60, 2 ** -53, 2 ** -52].flatMap((step) => [integer + step, integer - step]),
);

it('gives any finite number back to the last bit', async () => {
  const store = await openForTest(await temporaryPath());
  const random = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 2000, seed: 1 });
  const numbers = [...near, ...random];
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

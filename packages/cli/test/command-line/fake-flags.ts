import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fakeHere } from '../run-here.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

/** What a fake says about itself when it was started with these flags. */
async function state(...flags: readonly string[]) {
  const fake = await fakeHere(flags);
  const found = await (await fetch(`${fake.url}/-/fake`)).json();
  expect(await fake.stop()).toBe(0);
  return found;
}

/** For every flag that only `location-records fake` has: what it changes, as a user would see it. */
export const fakeProofs: Record<string, () => Promise<void>> = {
  'fake --seed': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'location-records-seed-'));
    const file = join(folder, 'records.json');
    await writeFile(file, JSON.stringify({ home: location, work: location }));
    expect(await state()).toMatchObject({ records: 0 });
    expect(await state('--seed', file)).toMatchObject({ records: 2 });
    await rm(folder, { recursive: true });
  },
  'fake --fault': async () => {
    const flags = ['--fault', 'lost method=PUT|POST times=2', '--fault', '{"fault":"torn","records":0}'];
    expect(await state(...flags)).toMatchObject({
      faults: [
        { number: 1, fault: 'lost', method: ['PUT', 'POST'], times: 2, timesMet: 0 },
        { number: 2, fault: 'torn', records: 0, timesMet: 0 },
      ],
    });
  },
};

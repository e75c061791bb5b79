import { createFake, replaceFetch } from '@location-records/testing';
import { firstRecords } from './one-test.mjs';

/** The fake of this repository. */
export async function begin() {
  const fake = createFake({ baseUrl: 'https://api.test', records: firstRecords });
  const restore = replaceFetch(fake);
  return { url: 'https://api.test', reset: () => fake.reset(), end: restore };
}

import assert from 'node:assert/strict';
import { createFake, loseResponse, replaceFetch } from '@location-records/testing';
import { remove } from './client.mjs';

const home = { coordinates: { latitude: 1, longitude: 2 } };
const fake = createFake({ baseUrl: 'https://api.test', records: { home } });
replaceFetch(fake);
fake.faults.add(loseResponse(), { method: 'DELETE', times: 1 });
assert.equal((await remove('https://api.test/home')).status, 200);
assert.equal(fake.records.has('home'), false);
assert.deepEqual(fake.journal.lines(), ['DELETE /home broken', 'DELETE /home 200']);

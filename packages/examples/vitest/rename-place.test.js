// Tests of a client with the fake. Each test has a fork, so that no record or fault leaks into the next one.
import { createFake } from '@location-records/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { renamePlace } from './rename-place.js';

const coordinates = { latitude: 48.8584, longitude: 2.2945 };
const fixture = createFake({
  baseUrl: 'https://api.example.com/locations',
  records: { tower: { description: 'Tower', coordinates } },
});
const url = 'https://api.example.com/locations/tower';

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubbedFake() {
  const fake = fixture.fork();
  vi.stubGlobal('fetch', fake.fetch);
  return fake;
}

test('a renamed place keeps its coordinates', async () => {
  const fake = stubbedFake();
  await renamePlace(url, 'Eiffel Tower');
  expect(fake.records.get('tower')).toEqual({ description: 'Eiffel Tower', coordinates });
});

test('a place that is deleted meanwhile is not created again', async () => {
  const fake = stubbedFake();
  fake.faults.add({ fault: 'status', status: 404, method: 'PUT' });
  await expect(renamePlace(url, 'Eiffel Tower')).rejects.toThrow('The place was not renamed: 404.');
  expect(fake.journal.lines()).toEqual(['GET /locations/tower 200', 'PUT /locations/tower 404']);
});

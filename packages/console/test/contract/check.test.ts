import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from '@location-records/adapters/node';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, type Handler, type LocationRecord } from '@location-records/core';
import { type AreaMemoryStore, createAreaMemoryStore } from '@location-records/core/areas';
import { expect, it, onTestFinished } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { record } from '../requests.ts';
import { areaCases } from './area-cases.ts';

/** Checks area queries and the map of a service on a free port, and gives the report and what is left in the store. */
async function checkAreas(store: AreaMemoryStore, change = (handle: Handler) => handle) {
  const basePath = '/locations';
  const service = createHandler({ store, basePath });
  const server = createServer(change(createConsole(service, { store, basePath })));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const report = await checkServer({ url: `http://127.0.0.1:${port}${basePath}`, only: ['D48', 'D50'] });
  return { report, left: [...store.records()] };
}

// Where the cases have their own, and elsewhere.
const others: readonly LocationRecord[] = [
  ...Array.from({ length: 300 }, (_, index) => record(`other ${index}`, -47.5, -122.5 - index / 1000)),
  ...Array.from({ length: 300 }, (_, index) => record(`far ${index}`, index - 150, index * 7 - 1050)),
];

/** Cases that a running server cannot be asked: of another base path, and of a store that fails. */
const unasked = areaCases.filter(({ options, needs }) => options !== undefined || needs.includes('faults'));

it('finds nothing wrong with a console that has records of others, and leaves these alone', async () => {
  const { report, left } = await checkAreas(createAreaMemoryStore(others));
  expect(report.counts.failed).toBe(0);
  expect(report.counts.passed).toBe(areaCases.length - unasked.length);
  expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
  expect(left).toEqual(others);
});

it('finds what is wrong with a console', async () => {
  const withoutType = (handle: Handler): Handler => {
    return async (request) => {
      const response = await handle(request);
      const isGeoJson = response.headers['Content-Type'] === 'application/geo+json';
      const headers = { ...response.headers, 'Content-Type': 'text/plain' };
      return isGeoJson ? { ...response, headers } : response;
    };
  };
  const { report } = await checkAreas(createAreaMemoryStore(), withoutType);
  const geoJson = report.cases.find(({ id }) => id === 'areas-geojson');
  expect(geoJson?.failure).toMatchObject({ clause: 'D48', level: 'service', what: expect.any(String) });
});

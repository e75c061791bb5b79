import { createServer } from 'node:http';
import { type CheckReport, checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type LocationResponse } from '@location-records/core';
import { expect, it } from 'vitest';
import { listenerOf, started } from '../started-servers.ts';

/** Checks a service whose responses to one method are changed. */
async function checkChanged(
  method: string,
  change: (response: LocationResponse) => LocationResponse,
  only: readonly string[],
): Promise<readonly (readonly [id: string, clause: string])[]> {
  const handle = createHandler({ store: createMemoryStore() });
  const listener = listenerOf(async (request) => {
    const response = await handle(request);
    return request.method === method && response.status === 200 ? change(response) : response;
  });
  const { cases }: CheckReport = await checkServer({ url: await started(createServer(listener)), only });
  return cases.flatMap(({ id, failure }) => (failure ? [[id, failure.clause] as const] : []));
}

const as201 = (response: LocationResponse) => ({ ...response, status: 201 });

it('a rule about all responses fails the cases of its own clause alone', async () => {
  const failed = await checkChanged('POST', as201, ['SPEC 3', 'response-post']);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.filter(([id]) => !id.startsWith('response-post'))).toEqual([]);
});

it('a rule about all responses fails the first case that met it when no case of its clause fails', async () => {
  expect(await checkChanged('POST', as201, ['SPEC 3'])).toEqual([[expect.any(String), 'SPEC 4']]);
});

it('violations come in the order of the contract', async () => {
  const wrong = (response: LocationResponse) => ({ ...response, status: 203 });
  const failed = await checkChanged('GET', wrong, ['list-pairs', 'state-post-creates']);
  expect(failed.map(([id]) => id)).toEqual(['state-post-creates', 'list-pairs']);
});

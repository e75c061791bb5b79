import { httpContract, type Service } from '@location-records/conformance';
import { afterEach, expect, it, vi } from 'vitest';
import { first } from '../../src/http/records.ts';

afterEach(() => vi.restoreAllMocks());

const response = (status: number, text = '') => ({
  status,
  headers: {
    'content-length': [String(text.length)],
    ...(text !== '' && { 'content-type': ['application/json'] }),
  },
  body: new TextEncoder().encode(text),
});

/**
 * Runs the case on a service that takes 10 ms for a response, by a clock of its own, and responds with 408 to all that
 * follow `served` responses on a connection. Returns the number of connections.
 */
async function runOn(served: number): Promise<number> {
  let [now, connections] = [0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const service: Partial<Service> = {
    freshId: () => 'a',
    request: async () => response(200),
    connect: async () => {
      connections++;
      let count = 0;
      const receive = async () => {
        now += 10;
        count++;
        if (count > served) return response(408);
        return count % 2 === 1 ? response(200) : response(200, first);
      };
      return { send: async () => true, receive, destroy: () => {} } as never;
    },
  };
  const pipelined = httpContract.find(({ id }) => id === 'connection-pipelined-many');
  await pipelined?.run(service as Service);
  return connections;
}

it.each([
  ['all at once', 1000, 1],
  ['before the server gave up a request behind a response to GET', 600, 2],
  ['before the server gave up a request behind a response to PUT', 601, 2],
])('connection-pipelined-many accepts a server that responds to %s', async (_, served, connections) => {
  expect(await runOn(served)).toBe(connections);
});

it.each([0, 1, 400])('connection-pipelined-many rejects 408 soon after %i responses', async (served) => {
  await expect(runOn(served)).rejects.toMatchObject({ code: 'CONTRACT_VIOLATED' });
});

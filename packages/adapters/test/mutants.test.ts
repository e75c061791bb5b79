import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@location-records/adapters/node';
import { createFaultyStore, httpContract } from '@location-records/conformance';
import { createUrlService } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { expect, it } from 'vitest';
import { naiveServer, serverMutants } from '../mutants/server-mutants.ts';

it.each(serverMutants)(
  'the HTTP contract rejects, by $killedBy, a server that $breaks',
  async ({ killedBy, create }) => {
    await expect(runOn(createServer, killedBy)).resolves.toBeUndefined();
    await expect(runOn(create, killedBy)).rejects.toThrow();
  },
);

it('the HTTP contract accepts, by connection-chunks, the naive server of the mutants', async () => {
  await expect(runOn(naiveServer(), 'connection-chunks')).resolves.toBeUndefined();
});

/** Runs one case on a new server. */
async function runOn(create: (handle: Handler) => Server, caseId: string): Promise<void> {
  const httpCase = httpContract.find(({ id }) => id === caseId);
  if (!httpCase) throw new Error(`There is no case ${caseId}.`);
  const { store, faults, onError } = createFaultyStore(createMemoryStore());
  const server = create(createHandler({ ...httpCase.options, store, onError }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await httpCase.run(
      createUrlService(`http://127.0.0.1:${port}`, { timeout: 2000, keepAlive: false, faults }),
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@location-records/adapters/node';
import { createFaultyStore, type HttpCase, httpContract } from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { naiveServer, readToTheEnd, serverMutants } from '../mutants/index.ts';

const killers = [...new Set(serverMutants.map(({ killedBy }) => killedBy))];

describe('the HTTP contract over sockets', () => {
  it.each(serverMutants)('rejects, by $killedBy, a server that $breaks', async ({ killedBy, create }) => {
    await expect(runOn(create, killedBy)).rejects.toThrow();
  });

  it.each(killers)('accepts, by %s, the server that the mutants are made of', async (id) => {
    await expect(runOn(createServer, id)).resolves.toBeUndefined();
  });

  it('accepts, by connection-chunks, the naive server that some mutants are made of', async () => {
    const naive = (handle: Handler) => naiveServer(handle, readToTheEnd);
    await expect(runOn(naive, 'connection-chunks')).resolves.toBeUndefined();
  });

  it('has a name of its own for each mutant', () => {
    expect(new Set(serverMutants.map(({ id }) => id)).size).toBe(serverMutants.length);
  });
});

/** Runs one case on a server of its own. */
async function runOn(create: (handle: Handler) => Server, caseId: string): Promise<void> {
  const httpCase = caseOf(caseId);
  const { store, faults, onError } = createFaultyStore(createMemoryStore());
  const server = create(createHandler({ ...httpCase.options, store, onError }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await httpCase.run(socketService({ host: '127.0.0.1', port, timeout: 2000, faults }));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function caseOf(caseId: string): HttpCase {
  const found = httpContract.find(({ id }) => id === caseId);
  if (!found) throw new Error(`Unknown case ${caseId}.`);
  return found;
}

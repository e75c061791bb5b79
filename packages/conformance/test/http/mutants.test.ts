import { createFaultyStore, handlerService, httpContract } from '@location-records/conformance';
import { createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { handlerMutants } from '../../mutants/handlers/handler-mutants.ts';

// That the service itself passes every case, the test of the contract in process shows.
describe('the HTTP contract', () => {
  it.each(handlerMutants)('rejects, by $killedBy, a service that $breaks', async ({ killedBy, create }) => {
    const killer = httpContract.find(({ id }) => id === killedBy);
    if (!killer) throw new Error(`There is no case ${killedBy}.`);
    const { store, faults, onError } = createFaultyStore(createMemoryStore());
    const handle = create({ ...killer.options, store, onError });
    await expect(killer.run(handlerService(handle, faults))).rejects.toThrow();
  });

  it('has a name of its own for each mutant', () => {
    expect(new Set(handlerMutants.map(({ id }) => id)).size).toBe(handlerMutants.length);
  });
});

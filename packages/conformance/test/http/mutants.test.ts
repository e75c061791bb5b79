import { createFaultyStore, createHandlerService, httpContract } from '@location-records/conformance';
import { createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { httpMutants } from '../../mutants/http-mutants.ts';

// `in-process.test.ts` shows that the service itself passes every case.
describe('the HTTP contract', () => {
  it.each(httpMutants)('rejects, by $killedBy, a service that $breaks', async ({ killedBy, create }) => {
    const killer = httpContract.find(({ id }) => id === killedBy);
    if (!killer) throw new Error(`There is no case ${killedBy}.`);
    const { store, faults, onError } = createFaultyStore(createMemoryStore());
    const handle = create({ ...killer.options, store, onError });
    await expect(killer.run(createHandlerService(handle, faults))).rejects.toMatchObject({
      code: 'CONTRACT_VIOLATED',
    });
  });
});

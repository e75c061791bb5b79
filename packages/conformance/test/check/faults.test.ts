import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { faultyServices } from './faulty-services.ts';
import { judge, testFaults } from './judge-faults.ts';

describe('a service', () => {
  it('without faults has no findings', async () => {
    const judged = await judge(() => createHandler({ store: createMemoryStore() }));
    expect(judged.filter(({ violations }) => violations.length > 0)).toEqual([]);
  });

  testFaults(faultyServices);
});

import { createFaultyStore, handlerService, httpContract } from '@location-records/conformance';
import type { Handler } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { type ConsoleServiceOptions, consoleMutants, consoleService } from '../mutants/console-mutants.ts';

describe('the HTTP contract', () => {
  it.each(consoleMutants)('rejects, by $killedBy, a console that $breaks', async ({ killedBy, create }) => {
    await expect(runOn(consoleService, killedBy)).resolves.toBeUndefined();
    await expect(runOn(create, killedBy)).rejects.toThrow();
  });
});

/** Runs one case on a console of its own. */
async function runOn(create: (options: ConsoleServiceOptions) => Handler, caseId: string): Promise<void> {
  const areaCase = httpContract.find(({ id }) => id === caseId);
  if (!areaCase) throw new Error(`There is no case ${caseId} of area queries.`);
  const { store, faults, onError } = createFaultyStore(createAreaMemoryStore());
  await areaCase.run(handlerService(create({ ...areaCase.options, store, onError }), faults));
}

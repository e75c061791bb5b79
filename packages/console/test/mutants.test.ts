import { createFaultyStore, handlerService } from '@location-records/conformance';
import type { Handler } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { type ConsoleServiceOptions, consoleService } from '../mutants/console-mutant.ts';
import { consoleMutants } from '../mutants/index.ts';
import { areaCases } from './contract/area-cases.ts';

const killers = [...new Set(consoleMutants.map(({ killedBy }) => killedBy))];

describe('the HTTP contract', () => {
  it.each(consoleMutants)('rejects, by $killedBy, a console that $breaks', async ({ killedBy, create }) => {
    await expect(runOn(create, killedBy)).rejects.toThrow();
  });

  it.each(killers)('accepts, by %s, the console that the mutants are made of', async (id) => {
    await expect(runOn(consoleService, id)).resolves.toBeUndefined();
  });

  it('has a unique id for each mutant', () => {
    expect(new Set(consoleMutants.map(({ id }) => id)).size).toBe(consoleMutants.length);
  });
});

/** Runs one case on a console of its own. */
async function runOn(create: (options: ConsoleServiceOptions) => Handler, caseId: string): Promise<void> {
  const areaCase = areaCases.find(({ id }) => id === caseId);
  if (!areaCase) throw new Error(`There is no case ${caseId} of area queries.`);
  const { store, faults, onError } = createFaultyStore(createAreaMemoryStore());
  await areaCase.run(handlerService(create({ ...areaCase.options, store, onError }), faults));
}

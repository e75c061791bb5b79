import { createAreaMemoryStore } from '@location-records/core/areas';
import { expect, it } from 'vitest';
import { consoleContract } from './console-contract.ts';
import { consoleMutants } from './console-mutants.ts';
import { inProcess, serveConsole } from './serve-console.ts';

it.each(consoleMutants)('a console that %s is rejected by %s', async (_, killedBy, create) => {
  const { run } = consoleContract.find(({ id }) => id === killedBy) ?? {};
  const { service } = await serveConsole(createAreaMemoryStore(), inProcess, create);
  await expect(run?.(service)).rejects.toThrow();
});

import { handlerService } from '@location-records/conformance';
import { diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';

const service = handlerService(createHandler({ store: createMemoryStore() }));

it.each([
  [{ seed: -1 }, 'seed'],
  [{ seed: 0.5 }, 'seed'],
  [{ seed: 2 ** 32 }, 'seed'],
  [{ calls: 0 }, 'calls'],
  [{ calls: Number.NaN }, 'calls'],
  [{ endAtFirst: 1 }, 'endAtFirst'],
  [{ maxDifferences: 0 }, 'maxDifferences'],
  [{ maxDifferences: 101 }, 'maxDifferences'],
  [{ maxTime: 0 }, 'maxTime'],
  [{ maxTime: Number.NaN }, 'maxTime'],
  [{ maxShrinkTime: -1 }, 'maxShrinkTime'],
  [{ notation: 'bytes' }, 'notation'],
  [{ listOrder: 'sorted' }, 'listOrder'],
  [{ cals: 5 }, 'cals'],
])('refuses %o', async (options, option) => {
  const refused = diffServices(service, service, options as object);
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_OPTION', option });
});

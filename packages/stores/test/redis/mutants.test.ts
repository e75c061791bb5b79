import { runStoreCase, storeContract } from '@location-records/conformance';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { type RedisServer, startRedis } from '@location-records/dev-kit/engines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMutant } from '../../mutants/redis/open-mutant.ts';
import type { RedisMutant } from '../../mutants/redis/redis-mutant.ts';
import { redisMutants } from '../../mutants/redis/redis-mutants.ts';
import { areaCases } from './area-cases.ts';
import { redisCases } from './redis-cases.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('the tests of the Redis store', { timeout: 60_000 }, () => {
  let server: RedisServer;
  let number = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it.each(redisMutants)('reject, by $killedBy, a store that $breaks', async (mutant) => {
    await expect(tryMutant(mutant)).rejects.toThrow();
  });

  it.each(redisMutants)('accept, by $killedBy, the store that it is made of', async ({ id, killedBy }) => {
    await tryMutant({ id, killedBy, breaks: 'breaks nothing', act: (args, send) => send(args) });
  });

  it('have a name of its own for each mutant', () => {
    expect(new Set(redisMutants.map(({ id }) => id)).size).toBe(redisMutants.length);
  });

  /** Rejects when the case that must reject the mutant does. */
  async function tryMutant(mutant: RedisMutant): Promise<void> {
    const ownCase = redisCases.find(({ id }) => id === mutant.killedBy);
    if (ownCase) return ownCase.run((options) => openMutant(mutant, options));
    const areaCase = areaCases.find(({ id }) => id === mutant.killedBy);
    if (areaCase) return areaCase.run((options) => openMutant(mutant, options), server);
    const storeCase = storeContract.find(({ id }) => id === mutant.killedBy);
    expect(storeCase).toBeDefined();
    const prefix = `mutant ${number++}`;
    const areas = storeCase?.offers !== undefined;
    const open = () => openMutant(mutant, { url: server.url, prefix, buckets: 1, areas });
    const plain = { durable: false, shared: true, snapshot: false, listOrder: 'none' } as const;
    const guarantees = areas ? ({ ...plain, areaOrder: 'own' } as const) : plain;
    if (storeCase) await runStoreCase(storeCase, async () => ({ open }), guarantees);
  }
});

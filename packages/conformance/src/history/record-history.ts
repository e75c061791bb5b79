import { uniformFloat32 } from 'pure-rand/distribution/uniformFloat32';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import { place } from '../store/samples.ts';
import type { History } from './operation.ts';
import { checkRecordOptions, type RecordHistoryOptions } from './record-options.ts';
import { type RecordedStore, Recorder } from './recorder.ts';

/** What the clients call, in parts of a hundred. */
const shares = { get: 40, put: 20, replace: 25, delete: 15 } as const;
/** The most turns of other clients that one lets pass before it calls again. */
const maxTurns = 4;

/**
 * Has many clients call `get`, `put`, `replace` and `delete` of stores over the same records, all at once and for the same
 * few identifiers, and notes down in which order calls and answers came. Each record is put or deleted first, so that
 * it does not matter what was there; they are left behind in the end. A call that rejects is noted down, and its client
 * goes on. Who calls what follows from the seed alone; what comes in between is up to the stores.
 *
 * @throws {OptionError} when an option cannot work or is not known. It rejects with what a store rejects with before the
 * clients begin.
 *
 * @example
 * const violation = checkHistory(await recordHistory([createMemoryStore()], { seed: 1 }));
 */
export async function recordHistory(
  stores: readonly RecordedStore[],
  options?: RecordHistoryOptions,
): Promise<History> {
  const { seed, clients, calls, ids } = checkRecordOptions(stores, options);
  const recorder = new Recorder();
  const random = mersenne(seed);
  for (const [index, id] of ids.entries()) {
    const isPresent = uniformFloat32(random) < 0.5;
    const change = isPresent
      ? ({ method: 'put', location: place(clients * calls + index) } as const)
      : ({ method: 'delete' } as const);
    await recorder.record(stores[0] as RecordedStore, { client: 0, id, ...change }, true);
  }

  const act = async (client: number): Promise<void> => {
    const store = stores[client % stores.length] as RecordedStore;
    // Drawn before the first wait: what a client calls must not depend on how fast the stores answer the others.
    const plan = Array.from({ length: calls }, () => ({
      method: choose(uniformFloat32(random)),
      id: ids[uniformInt(random, 0, ids.length - 1)] as string,
      turns: uniformInt(random, 0, maxTurns - 1),
    }));
    for (const [call, { method, id, turns }] of plan.entries()) {
      for (let turn = turns; turn > 0; turn--) await undefined;
      const location = place(client * calls + call);
      const takesLocation = method === 'put' || method === 'replace';
      await recorder.record(store, { client, id, method, ...(takesLocation && { location }) });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => act(client)));
  return recorder.history;
}

function choose(chance: number): keyof typeof shares {
  let rest = chance * 100;
  for (const method of ['get', 'put', 'replace'] as const) {
    rest -= shares[method];
    if (rest < 0) return method;
  }
  return 'delete';
}

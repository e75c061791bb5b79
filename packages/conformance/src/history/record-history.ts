import { InvalidArgumentError, type Location, type LocationStore, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { uniformFloat32 } from 'pure-rand/distribution/uniformFloat32';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import { locationOf } from '../store/store-steps.ts';
import type { History, Operation } from './operation.ts';

/** The share of each method among the calls, in percent. */
const shares = { get: 40, put: 20, replace: 25, delete: 15 } as const;
const methods = Object.keys(shares) as (keyof typeof shares)[];
/** The most turns that a client waits before it calls again. */
const maxTurns = 4;

/**
 * Lets many clients call `get`, `put`, `replace` and `delete` at once, for the same few identifiers, on stores over the
 * same records, and records the order of calls and outcomes. Each record is put or deleted first, so its old state does
 * not matter, and is left behind. A call that rejects is recorded, and its client goes on. The seed alone decides which
 * client calls what; the stores decide the order in which the calls take effect.
 *
 * @throws {InvalidArgumentError} (rejects) when there is no store, or one is not a store.
 * @throws {OptionError} (rejects) when an option is not valid. It also rejects when a store does before the clients
 * begin.
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
      ? ({ method: 'put', location: locationOf(clients * calls + index) } as const)
      : ({ method: 'delete' } as const);
    await recorder.record(stores[0] as RecordedStore, { client: 0, id, ...change }, true);
  }

  const act = async (client: number): Promise<void> => {
    const store = stores[client % stores.length] as RecordedStore;
    // Drawn before the first wait: what a client calls must not depend on how fast the store serves the others.
    const plan = Array.from({ length: calls }, () => ({
      method: choose(uniformFloat32(random)),
      id: ids[uniformInt(random, 0, ids.length - 1)] as string,
      turns: uniformInt(random, 0, maxTurns - 1),
    }));
    for (const [call, { method, id, turns }] of plan.entries()) {
      for (let turn = turns; turn > 0; turn--) await undefined;
      const location = locationOf(client * calls + call);
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

/** Options of {@link recordHistory}. */
export interface RecordHistoryOptions {
  /**
   * An integer. The same seed makes the same clients make the same calls.
   * @default 0
   */
  readonly seed?: number | undefined;
  /**
   * The number of concurrent clients. The stores are assigned to them in turn.
   * @default 16
   */
  readonly clients?: number | undefined;
  /**
   * The number of calls of each client, which it makes one after the other.
   * @default 20
   */
  readonly calls?: number | undefined;
  /**
   * The identifiers that the clients share. No other client may write to them meanwhile.
   * @default three that begin with `history` and the seed
   */
  readonly ids?: readonly string[] | undefined;
}

/**
 * Checks the options, and adds the defaults.
 *
 * @throws {InvalidArgumentError} when there is no store, or one is not a store, and {OptionError} when an option is not valid.
 */
function checkRecordOptions(
  stores: readonly RecordedStore[],
  options: RecordHistoryOptions | undefined,
): Required<{ [Name in keyof RecordHistoryOptions]: NonNullable<RecordHistoryOptions[Name]> }> {
  const {
    seed = 0,
    clients = 16,
    calls = 20,
    ids = [1, 2, 3].map((number) => `history-${seed}-${number}`),
  } = checkOptionNames(options, ['seed', 'clients', 'calls', 'ids']);
  if (!Array.isArray(stores) || stores.length === 0)
    throw new InvalidArgumentError('stores', 'a list of stores');
  const wrong = stores.findIndex((store) => methods.some((method) => typeof store?.[method] !== 'function'));
  if (wrong >= 0) throw new InvalidArgumentError(`stores[${wrong}]`, `a store with ${methods.join(', ')}`);
  if (!Number.isSafeInteger(seed)) throw new OptionError('seed', 'a whole number');
  if (!(Number.isSafeInteger(clients) && clients > 0))
    throw new OptionError('clients', 'a whole number from 1');
  if (!(Number.isSafeInteger(calls) && calls > 0)) throw new OptionError('calls', 'a whole number from 1');
  const areIds = Array.isArray(ids) && ids.every((id) => typeof id === 'string' && id !== '');
  if (!areIds || ids.length === 0) throw new OptionError('ids', 'a list of identifiers');
  return { seed, clients, calls, ids };
}

/** The methods that the clients call. The store may be in another process. */
export type RecordedStore = Pick<LocationStore, Operation['method']>;

/** Records calls and outcomes by one counter, which is exact within a process. A clock could not tell the order. */
class Recorder {
  readonly history: Operation[] = [];
  #time = 0;

  /** Calls a store, and records the outcome. Rejects only if `mustSucceed` is set. */
  async record(store: RecordedStore, call: Omit<Operation, 'called'>, mustSucceed = false): Promise<void> {
    const called = ++this.#time;
    try {
      const result = await perform(store, call);
      this.history.push({ ...call, called, outcome: { at: ++this.#time, result } });
    } catch (error) {
      if (mustSucceed) throw error;
      this.history.push({ ...call, called, failure: String(error) });
    }
  }
}

async function perform(
  store: RecordedStore,
  { method, id, location }: Omit<Operation, 'called'>,
): Promise<Location | boolean | undefined> {
  if (method === 'get') return store.get(id);
  if (method === 'delete') {
    await store.delete(id);
    return undefined;
  }
  if (method === 'replace') return store.replace(id, location as Location);
  await store.put(id, location as Location);
  return undefined;
}

import type { Location, LocationStore } from '@location-records/core';
import { ContractError, isEqual } from './contract-error.ts';

/** One client of a history: a store, or the records of a service over one or several connections. */
export type HistoryClient = Pick<LocationStore, 'get' | 'put' | 'replace' | 'delete'>;

/** One call. Times are those of a counter, so no two are equal. */
interface Operation {
  readonly method: keyof HistoryClient;
  /**
   * The number of the Location that it writes or found; for a replacement that found nothing, `undefined`.
   */
  readonly value: number | undefined;
  readonly begin: number;
  readonly end: number;
}

/** How many calls each client makes in one round. */
const callsPerClient = 12;

/** Which method a client calls, in this proportion. */
const methods = ['get', 'put', 'replace', 'get', 'delete', 'replace', 'get', 'put'] as const;

/**
 * Lets all clients read, put, replace and delete the same few records at once, and requires that the calls on
 * each record are linearizable: some order of them, in which none comes before a call that ended before it
 * began, explains all results. Every Location is written only once, so a lost update, a stale read, a torn
 * record and a revived one show at once.
 *
 * The records are deleted first and last. A call that rejects fails the check, after all calls have ended.
 *
 * @param clients one for each sequence of calls; the same client may appear several times.
 * @param ids the identifiers, which nobody else writes to. Two or three give the most contention.
 * @throws {ContractError} (rejects) when no order explains the results.
 */
export async function expectLinearizable(
  clients: readonly HistoryClient[],
  ids: readonly string[],
  rounds = 10,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await Promise.all(ids.map((id) => clients[0]?.delete(id)));
    const history = new History(randomNumbers(round));
    const outcomes = await Promise.allSettled(
      clients.map((client, number) => history.record(client, number, ids)),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    for (const [id, operations] of history.operations) {
      if (isLinearizable(operations)) continue;
      const calls = operations.map(({ method, value, begin, end }) => `${begin}-${end} ${method} ${value}`);
      throw new ContractError(
        `concurrent calls on ${JSON.stringify(id)}`,
        'an order that explains them',
        calls,
      );
    }
  }
  await Promise.all(ids.map((id) => clients[0]?.delete(id)));
}

class History {
  readonly operations = new Map<string, Operation[]>();
  readonly #random: (below: number) => number;
  #time = 0;

  constructor(random: (below: number) => number) {
    this.#random = random;
  }

  /** Makes the calls of one client, one after the other. */
  async record(client: HistoryClient, number: number, ids: readonly string[]): Promise<void> {
    for (let call = 0; call < callsPerClient; call++) {
      const id = ids[this.#random(ids.length)] ?? '';
      const method = methods[this.#random(methods.length)] ?? 'get';
      for (let turns = this.#random(4); turns > 0; turns--) await undefined;
      const begin = ++this.#time;
      const value = await perform(client, method, id, number * callsPerClient + call);
      const operations = this.operations.get(id) ?? [];
      operations.push({ method, value, begin, end: ++this.#time });
      this.operations.set(id, operations);
    }
  }
}

/** Makes a call that writes the Location `value`, and returns the `value` of its {@link Operation}. */
async function perform(
  client: HistoryClient,
  method: keyof HistoryClient,
  id: string,
  value: number,
): Promise<number | undefined> {
  if (method === 'get') return numberOf(await client.get(id));
  if (method === 'replace') return (await client.replace(id, numberedLocation(value))) ? value : undefined;
  if (method === 'delete') {
    await client.delete(id);
    return undefined;
  }
  await client.put(id, numberedLocation(value));
  return value;
}

/**
 * Returns a Location for this number alone. Each member has the number, so that a mixture of two is noticed.
 */
function numberedLocation(number: number): Location {
  return { description: `${number}`, coordinates: { latitude: number / 8, longitude: -number - 0.5 } };
}

function numberOf(location: Location | undefined): number | undefined {
  if (location === undefined) return undefined;
  const number = Number(location.description);
  if (isEqual(location, numberedLocation(number))) return number;
  throw new ContractError('a record read during writes', 'a Location as one call wrote it', location);
}

/** Tries the orders of the operations on one record, which is absent at first (Wing and Gong's search). */
function isLinearizable(operations: readonly Operation[]): boolean {
  const visited = new Set<string>();
  return canFollow(operations, undefined);

  function canFollow(rest: readonly Operation[], present: number | undefined): boolean {
    if (rest.length === 0) return true;
    const state = `${present} after all but ${rest.map(({ begin }) => begin)}`;
    if (visited.has(state)) return false;
    visited.add(state);
    const firstEnd = Math.min(...rest.map(({ end }) => end));
    const next = rest.filter((one) => one.begin < firstEnd && isPossible(one, present));
    // A call that changes nothing and is right now need not be tried later.
    const reading = next.find(isReading);
    return (reading ? [reading] : next).some((one) =>
      canFollow(
        rest.filter((other) => other !== one),
        stateAfter(one, present),
      ),
    );
  }
}

function isPossible({ method, value }: Operation, present: number | undefined): boolean {
  if (method === 'get') return value === present;
  return method !== 'replace' || (value === undefined) === (present === undefined);
}

function stateAfter(operation: Operation, present: number | undefined): number | undefined {
  return isReading(operation) ? present : operation.value;
}

/** Returns whether an operation has changed nothing. */
function isReading({ method, value }: Operation): boolean {
  return method === 'get' || (method === 'replace' && value === undefined);
}

/** Numbers from 0, the same in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 16) % below;
  };
}

import type { LocationStore, StoreGuarantees } from '@location-records/core';
import { expectEqual } from '../contract-error.ts';

/** What a store case is given: stores over the same, initially empty, records. */
export interface StoreSubject {
  /** Opens the store; called again, opens the same records once more where the store is `shared` or `durable`. */
  open(): Promise<LocationStore>;
}

/** One thing that every store must do. */
export interface StoreCase {
  /** Stable: never reused and never given another meaning. */
  readonly id: string;
  /** The promise of `LocationStore` that it proves, or a clause of SPEC. */
  readonly clause: string;
  /** The rule as one sentence. */
  readonly title: string;
  /** The guarantees that the rule is about: it binds only the stores that give exactly these. */
  readonly when?: Partial<StoreGuarantees>;
  /** Resolves when the store keeps the rule; rejects with a {@link ContractError} when it does not. */
  run(subject: StoreSubject): Promise<void>;
}

/** The place of records that one case has for itself, such as a file or a schema of a database. */
export interface StoreHost extends StoreSubject {
  /** Removes the records, when every store over them is closed. */
  stop?(): Promise<void>;
}

/** Whether a case binds a store with these guarantees. */
export function appliesTo({ when = {} }: StoreCase, guarantees: StoreGuarantees): boolean {
  return (Object.keys(when) as (keyof StoreGuarantees)[]).every((name) => when[name] === guarantees[name]);
}

/**
 * Runs one case on records of its own, and closes every store that it opened.
 *
 * @throws {ContractError} when the store breaks the rule of the case, or has other guarantees than stated.
 */
export async function runStoreCase(
  storeCase: StoreCase,
  start: () => Promise<StoreHost>,
  guarantees: StoreGuarantees,
): Promise<void> {
  const host = await start();
  const opened: LocationStore[] = [];
  const open = async () => {
    const store = await host.open();
    opened.push(store);
    expectEqual('the guarantees of the store', { ...store.guarantees }, guarantees);
    return store;
  };
  try {
    await storeCase.run({ open });
  } finally {
    await Promise.all(opened.map((store) => store.close()));
    await host.stop?.();
  }
}

/** What a test runner gives, and the store to be tested. */
export interface StoreContractOptions {
  /** The runner's function that registers one test: `it` or `test`. */
  readonly it: (title: string, run: () => Promise<void>) => unknown;
  /** Makes new, empty records for one case. */
  readonly start: () => Promise<StoreHost>;
  /** What the store promises. Cases about other guarantees are not registered. */
  readonly guarantees: StoreGuarantees;
}

/**
 * Registers every case that binds the store as one test of any runner.
 *
 * @example
 * registerStoreContract(storeContract, {
 *   it,
 *   start: async () => ({ open: async () => createMemoryStore() }),
 *   guarantees: { durable: false, shared: false, snapshot: true, listOrder: 'first-put' },
 * });
 */
export function registerStoreContract(cases: readonly StoreCase[], options: StoreContractOptions): void {
  const { it, start, guarantees } = options;
  for (const storeCase of cases) {
    if (!appliesTo(storeCase, guarantees)) continue;
    it(`${storeCase.id}: ${storeCase.title}`, () => runStoreCase(storeCase, start, guarantees));
  }
}

import type { StoreGuarantees } from '@location-records/core';
import { appliesTo, runStoreCase, type StoreHost } from './run-store-case.ts';
import type { StoreCase } from './store-case.ts';

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

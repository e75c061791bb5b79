import type { LocationStore, StoreGuarantees } from '@location-records/core';
import { expectEqual } from '../expect-equal.ts';
import type { StoreCase, StoreSubject } from './store-case.ts';

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

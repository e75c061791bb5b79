import { type LocationStore, OptionError, type StoreGuarantees } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkCases } from '../check-arguments.ts';
import { expectEqual } from '../contract-error.ts';
import { settleAll } from '../settle-all.ts';

/** One rule that a store must keep. */
export interface StoreCase {
  /** Stable: it is never reused, and its meaning never changes. */
  readonly id: string;
  /** The promise of `LocationStore` that the case proves, or a clause of SPEC. */
  readonly clause: string;
  /** The rule as one sentence. */
  readonly title: string;
  /** The case applies only to stores with these guarantees. */
  readonly when?: Partial<StoreGuarantees>;
  /**
   * The case applies only to stores with this optional method, as their guarantees say (`areaOrder` for
   * `within`).
   */
  readonly offers?: 'within';
  /**
   * Resolves when the store keeps the rule, and otherwise rejects with a `ContractError`.
   *
   * @param open opens a store. There are no records at first. For a `shared` or `durable` store, the next
   * call opens another store over the same records.
   */
  run(open: () => Promise<LocationStore>): Promise<void>;
}

/** What runs a row of a table of cases. `open` opens another store over the same records. */
export type RunRow<Store> = (store: Store, open: () => Promise<Store>) => Promise<void>;

/** A case as a row of a table. */
export type StoreRow<Store = LocationStore> = readonly [
  id: string,
  title: string,
  run: RunRow<Store>,
  more?: Partial<Pick<StoreCase, 'clause' | 'when'>>,
];

/** Makes cases of rows that share a clause. */
export function storeCases(clause: string, rows: readonly StoreRow[]): readonly StoreCase[] {
  return rows.map(([id, title, run, more]) => ({
    id,
    clause,
    title,
    ...more,
    run: async (open) => run(await open(), open),
  }));
}

/** The stores that `start` has prepared for one case, for example over a file or a schema of a database. */
export interface StartedStores {
  /**
   * Opens a store. For a `shared` or `durable` store, the next call opens another one over the same records.
   */
  open(): Promise<LocationStore>;
  /** Removes the records, after all stores over them have closed. */
  close?(): Promise<void>;
}

/** The test runner and the store to test. */
export interface StoreContractOptions {
  /** The function of the test runner that registers one test: `it` or `test`. */
  readonly it: (title: string, run: () => Promise<void>) => unknown;
  /** Prepares stores over new, empty records for one case. */
  readonly start: () => Promise<StartedStores>;
  /** The guarantees of the store. Cases about other guarantees are not registered. */
  readonly guarantees: StoreGuarantees;
}

/**
 * Registers one test for each case that applies to the store, with any test runner.
 *
 * @throws {InvalidArgumentError} when `cases` is not an array of cases.
 * @throws {OptionError} when an option is unknown or not valid.
 *
 * @example
 * registerStoreContract(storeContract, {
 *   it,
 *   start: async () => ({ open: async () => createMemoryStore() }),
 *   guarantees: { durable: false, shared: false, listOrder: 'first-put', exchanges: true },
 * });
 */
export function registerStoreContract(cases: readonly StoreCase[], options: StoreContractOptions): void {
  const { it, start, guarantees } = checkOptionNames(options, ['it', 'start', 'guarantees']);
  checkCases(cases);
  checkOptionTypes('function', { it: it ?? null, start: start ?? null });
  checkGuarantees(guarantees);
  for (const storeCase of cases.filter((candidate) => applies(candidate, guarantees))) {
    it(`${storeCase.id}: ${storeCase.title}`, () => runStoreCase(storeCase, start, guarantees));
  }
}

/** Checks all guarantees: a case about a missing one would be left out silently. */
function checkGuarantees(guarantees: StoreGuarantees): void {
  const areFlags = [guarantees?.durable, guarantees?.shared].every((flag) => typeof flag === 'boolean');
  const isKnown = ['id-bytes', 'first-put', 'none'].includes(guarantees?.listOrder);
  if (
    areFlags &&
    isKnown &&
    [true, false, undefined].includes(guarantees.exchanges) &&
    ['stripe', 'own', undefined].includes(guarantees.areaOrder)
  )
    return;
  throw new OptionError(
    'guarantees',
    'the StoreGuarantees of the store: durable and shared, true or false, listOrder, areaOrder if it has within(), and exchanges: true if it has exchange()',
  );
}

function applies({ when = {}, offers }: StoreCase, guarantees: StoreGuarantees): boolean {
  if (offers === 'within' && guarantees.areaOrder === undefined) return false;
  return (Object.keys(when) as (keyof StoreGuarantees)[]).every((name) => when[name] === guarantees[name]);
}

/**
 * Runs one case on new records, and closes every store that the case opened.
 *
 * @throws {ContractError} (rejects) when the store breaks the rule of the case, or has other guarantees.
 */
export async function runStoreCase(
  storeCase: StoreCase,
  start: () => Promise<StartedStores>,
  guarantees: StoreGuarantees,
): Promise<void> {
  const started = await start();
  const opened: LocationStore[] = [];
  const open = async () => {
    const store = await started.open();
    opened.push(store);
    expectEqual('the guarantees of the store', { ...store.guarantees }, guarantees);
    return store;
  };
  const close = async () => {
    try {
      await settleAll(opened.map((store) => store.close()));
    } finally {
      await started.close?.();
    }
  };
  try {
    await storeCase.run(open);
  } catch (error) {
    // What the case found says more than a store that cannot be closed either.
    await close().catch(() => {});
    throw error;
  }
  await close();
}

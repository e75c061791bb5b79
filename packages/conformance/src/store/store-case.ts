import {
  InvalidArgumentError,
  type LocationStore,
  OptionError,
  type StoreGuarantees,
} from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { areGuarantees, checkCases, guaranteesForm } from '../check-arguments.ts';
import { expectEqual } from '../contract-error.ts';
import { settleAll } from '../settle-all.ts';

/** The stores of one case. They share the same records. There are no records at first. */
export interface CaseStores {
  /** Opens the store. For a `shared` or `durable` store, the next call opens another store over the same records. */
  open(): Promise<LocationStore>;
}

/** One rule that a store must keep. */
export interface StoreCase {
  /** Stable: it is never reused, and its meaning never changes. */
  readonly id: string;
  /** The promise of `LocationStore` that the case proves, or a clause of SPEC. */
  readonly clause: string;
  /** The rule as one sentence. */
  readonly title: string;
  /** The guarantees that the rule is about. It applies only to stores with these guarantees. */
  readonly when?: Partial<StoreGuarantees>;
  /** The optional method that the rule is about. It applies only to stores that offer it, as `areaOrder` says. */
  readonly offers?: 'within';
  /** Resolves when the store keeps the rule. Otherwise it rejects with a {@link ContractError}. */
  run(stores: CaseStores): Promise<void>;
}

/** The stores that `start` has prepared for one case, for example over a file or a schema of a database. */
export interface StartedStores extends CaseStores {
  /** Removes the records, after all stores over them have closed. */
  close?(): Promise<void>;
}

/**
 * The cases that apply to a store with these guarantees.
 *
 * @throws {InvalidArgumentError} when an argument is not that.
 */
export function selectStoreCases(
  cases: readonly StoreCase[],
  guarantees: StoreGuarantees,
): readonly StoreCase[] {
  checkCases(cases);
  checkGuarantees(guarantees);
  const isOffered = guarantees.areaOrder !== undefined;
  return cases.filter(
    ({ when = {}, offers }) =>
      (isOffered || offers === undefined) &&
      (Object.keys(when) as (keyof StoreGuarantees)[]).every((name) => when[name] === guarantees[name]),
  );
}

function checkCase(storeCase: StoreCase): void {
  if (typeof storeCase?.run !== 'function') throw new InvalidArgumentError('storeCase', 'a case');
}

function checkGuarantees(guarantees: StoreGuarantees): void {
  if (!areGuarantees(guarantees)) throw new InvalidArgumentError('guarantees', guaranteesForm);
}

/**
 * Runs one case on new records, and closes every store that the case opened.
 *
 * @throws {ContractError} when the store breaks the rule of the case, or has other guarantees than `guarantees`.
 * @throws {InvalidArgumentError} (as a rejection) when an argument is not that.
 */
export async function runStoreCase(
  storeCase: StoreCase,
  start: () => Promise<StartedStores>,
  guarantees: StoreGuarantees,
): Promise<void> {
  checkCase(storeCase);
  checkGuarantees(guarantees);
  if (typeof start !== 'function') throw new InvalidArgumentError('start', 'a function');
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
    await storeCase.run({ open });
  } catch (error) {
    // What the case found says more than a store that cannot be closed either.
    await close().catch(() => {});
    throw error;
  }
  await close();
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
 *   guarantees: { durable: false, shared: false, listOrder: 'first-put' },
 * });
 */
export function registerStoreContract(cases: readonly StoreCase[], options: StoreContractOptions): void {
  const { it, start, guarantees } = checkOptionNames(options, ['it', 'start', 'guarantees']);
  checkCases(cases);
  checkOptionTypes('function', { it: it ?? null, start: start ?? null });
  if (!areGuarantees(guarantees)) throw new OptionError('guarantees', guaranteesForm);
  for (const storeCase of selectStoreCases(cases, guarantees)) {
    it(`${storeCase.id}: ${storeCase.title}`, () => runStoreCase(storeCase, start, guarantees));
  }
}

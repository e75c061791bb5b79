import type { LocationStore, StoreGuarantees } from '@location-records/core';

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

import type { Location } from '@location-records/core';

/** When an operation resolved, and to what. */
export interface OperationOutcome {
  /** When it resolved, by the counter of the history. */
  readonly at: number;
  /** A Location or `undefined` from `get`, `true` or `false` from `replace`, nothing from the others. */
  readonly result?: Location | boolean | undefined;
}

/** One call of a store, as its client has seen it. */
export interface Operation {
  /** The client that called. It calls again only after its last call has resolved or rejected. */
  readonly client: number;
  /** The method of the store. */
  readonly method: 'get' | 'put' | 'replace' | 'delete';
  /** The identifier that the call was given. */
  readonly id: string;
  /** What `put` or `replace` was given: a Location that no other operation writes to this identifier. */
  readonly location?: Location | undefined;
  /** When it was called, by a counter that all clients share and that grows with every call and outcome. */
  readonly called: number;
  /**
   * Missing when the operation rejected or never settled. Such a write may have taken effect at any time since the
   * call, may still take effect later, or never does.
   */
  readonly outcome?: OperationOutcome | undefined;
  /** What it rejected with, for a person to read. */
  readonly failure?: string | undefined;
}

/** The operations of many clients on one store and their outcomes, in any order. Every record begins absent. */
export type History = readonly Operation[];

/** The operation as if its outcome were unknown. */
export function withoutOutcome({ outcome: _, ...call }: Operation): Operation {
  return call;
}

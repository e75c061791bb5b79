import type { Location } from '@location-records/core';

/** What an operation resolved to. */
export interface Answer {
  /** When it resolved, by the counter of the history. */
  readonly at: number;
  /** A Location or `undefined` from `get`, `true` or `false` from `replace`, nothing from the others. */
  readonly result?: Location | boolean | undefined;
}

/** One call of a store, as its client has seen it. */
export interface Operation {
  /** Who called. A client calls again only when it was answered, or when its call failed. */
  readonly client: number;
  readonly method: 'get' | 'put' | 'replace' | 'delete';
  readonly id: string;
  /** What `put` or `replace` was given: a Location that no other operation writes to this identifier. */
  readonly location?: Location | undefined;
  /** When it was called, by a counter that all clients have in common and that never stands still. */
  readonly called: number;
  /**
   * Missing where it rejected, or was never answered. Such a write has taken effect at any time since it was called,
   * or will at any time to come, or never does.
   */
  readonly answer?: Answer | undefined;
  /** What it rejected with, for a person to read. */
  readonly failure?: string | undefined;
}

/** What many clients did to a store and what they were answered, in any order. Every record begins absent. */
export type History = readonly Operation[];

/** An operation whose answer is forgotten. */
export function unanswered({ answer: _, ...call }: Operation): Operation {
  return call;
}

import type { LocationStore } from '@location-records/core';
import type { Records } from './reference-store.ts';

/** A store that breaks one promise. */
export interface StoreMutant {
  readonly id: string;
  /** What the store does wrong. The text follows "a store that". */
  readonly breaks: string;
  /** The case of the store contract that must reject it. */
  readonly killedBy: string;
  /** Opens the store over records that other stores may share. */
  readonly open: (records: Records) => LocationStore;
}

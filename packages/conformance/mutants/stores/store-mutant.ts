import type { LocationStore } from '@location-records/core';
import type { Records } from './reference-store.ts';

/** A store that breaks one promise. */
export interface StoreMutant {
  readonly id: string;
  /** What it does wrong, to follow "a store that". */
  readonly breaks: string;
  /** The case of the store contract that must reject it. */
  readonly killedBy: string;
  /** Opens it over records that other stores may share. */
  readonly open: (records: Records) => LocationStore;
}

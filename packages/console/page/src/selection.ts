import type { LocationRecord } from './api.ts';

/** The record that the list marks, the map rings and the link names; at most one. */
export interface Selection {
  readonly record: LocationRecord | undefined;
  /** Selects a record, or none. Listeners hear of it once it differs. */
  set(record: LocationRecord | undefined): void;
  /** Calls a function after each change. */
  listen(listener: (record: LocationRecord | undefined) => void): void;
}

/** Makes a selection of nothing. */
export function createSelection(): Selection {
  const listeners: ((record: LocationRecord | undefined) => void)[] = [];
  let selected: LocationRecord | undefined;
  return {
    get record() {
      return selected;
    },
    set(record) {
      if (JSON.stringify(record) === JSON.stringify(selected)) return;
      selected = record;
      for (const listener of listeners) listener(record);
    },
    listen: (listener) => void listeners.push(listener),
  };
}

import type { LocationRecord } from './api.ts';

/** The record that the list marks, the map rings and the link names; at most one. */
export type Selection = ReturnType<typeof createSelection>;

export function createSelection() {
  const listeners: ((record: LocationRecord | undefined) => void)[] = [];
  let selected: LocationRecord | undefined;
  return {
    get record() {
      return selected;
    },
    /** Selects a record, or none. Listeners hear of it once it differs. */
    set(record: LocationRecord | undefined) {
      if (JSON.stringify(record) === JSON.stringify(selected)) return;
      selected = record;
      for (const listener of listeners) listener(record);
    },
    listen: (listener: (record: LocationRecord | undefined) => void) => void listeners.push(listener),
  };
}

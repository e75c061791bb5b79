import type { LocationRecord } from '../api.ts';

/** The records that a person has chosen to do something with all of them. */
export interface Chosen {
  /** In the order in which they were chosen, with the content that the page shows. */
  readonly records: readonly LocationRecord[];
  has(id: string): boolean;
  /** Adds a record, or takes it out. */
  toggle(record: LocationRecord): void;
  add(records: readonly LocationRecord[]): void;
  /** Replaces contents by those that the page shows now. */
  update(records: readonly LocationRecord[]): void;
  clear(): void;
  /** Calls a function after each change. */
  listen(listener: () => void): void;
}

/** Makes a choice of nothing. */
export function createChosen(): Chosen {
  const listeners: (() => void)[] = [];
  const chosen = new Map<string, LocationRecord>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    get records() {
      return [...chosen.values()];
    },
    has: (id) => chosen.has(id),
    toggle(record) {
      if (!chosen.delete(record.id)) chosen.set(record.id, record);
      tell();
    },
    add(records) {
      for (const record of records) chosen.set(record.id, record);
      tell();
    },
    update(records) {
      for (const record of records) if (chosen.has(record.id)) chosen.set(record.id, record);
    },
    clear() {
      if (chosen.size === 0) return;
      chosen.clear();
      tell();
    },
    listen: (listener) => void listeners.push(listener),
  };
}

import type { LocationRecord } from '../api.ts';

/** The records that a person has chosen to do something with all of them. */
export type Chosen = ReturnType<typeof createChosen>;

export function createChosen() {
  const listeners: (() => void)[] = [];
  const chosen = new Map<string, LocationRecord>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    /** In the order in which they were chosen, with the content that the page shows. */
    get records(): readonly LocationRecord[] {
      return [...chosen.values()];
    },
    has: (id: string) => chosen.has(id),
    /** Adds a record, or takes it out. */
    toggle(record: LocationRecord) {
      if (!chosen.delete(record.id)) chosen.set(record.id, record);
      tell();
    },
    add(records: readonly LocationRecord[]) {
      for (const record of records) chosen.set(record.id, record);
      tell();
    },
    /** Replaces contents by those that the page shows now. */
    update(records: readonly LocationRecord[]) {
      for (const record of records) if (chosen.has(record.id)) chosen.set(record.id, record);
    },
    clear() {
      if (chosen.size === 0) return;
      chosen.clear();
      tell();
    },
    listen: (listener: () => void) => void listeners.push(listener),
  };
}

import type { LocationRecord } from '@location-records/core';

/** What the store holds before the import: some of these are in the file, with the same or another content. */
const heldCount = 400;
/** How many of the records that the store holds are not in the file. */
const strangers = 100;

/** The contents of a store by identifier. */
export type Contents = ReadonlyMap<string, string>;

/** The outcomes of an import. */
export interface Outcomes {
  readonly created: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly skipped: number;
}

/** The records that a store holds before the import. */
export function heldRecords(): readonly LocationRecord[] {
  return Array.from({ length: heldCount }, (_, index) => {
    const number = index - strangers;
    return recordOf(number * 3, number % 2 === 0 ? 'in the file' : 'held before');
  });
}

/** `count` records to import. One in ten has the identifier of an earlier one, and most of those another content. */
export function fileRecords(count: number, random: () => number): readonly LocationRecord[] {
  return Array.from({ length: count }, (_, number) => {
    if (number === 0 || random() >= 0.1) return recordOf(number, 'in the file');
    return recordOf(Math.floor(random() * number), random() < 0.3 ? 'in the file' : `again at ${number}`);
  });
}

/** What a store holds, and the outcomes, when these records are imported one by one. */
export function importOneByOne(
  before: Contents,
  records: readonly LocationRecord[],
  onConflict: 'replace' | 'skip',
): { readonly contents: Contents; readonly outcomes: Outcomes } {
  const contents = new Map(before);
  const outcomes = { created: 0, replaced: 0, unchanged: 0, skipped: 0 };
  for (const [id, location] of records) {
    const [held, text] = [contents.get(id), JSON.stringify(location)];
    if (held === text) outcomes.unchanged++;
    else if (held !== undefined && onConflict === 'skip') outcomes.skipped++;
    else {
      outcomes[held === undefined ? 'created' : 'replaced']++;
      contents.set(id, text);
    }
  }
  return { contents, outcomes };
}

/** Whether two stores hold the same. */
export function isSameContents(a: Contents, b: Contents): boolean {
  return a.size === b.size && [...a].every(([id, text]) => b.get(id) === text);
}

function recordOf(number: number, text: string): LocationRecord {
  const coordinates = { latitude: (number % 180) / 7, longitude: (number % 360) / 3 };
  return [`place/${number}`, { description: `Place ${number}, ${text}`, coordinates }];
}

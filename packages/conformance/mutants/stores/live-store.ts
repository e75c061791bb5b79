import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import { copy, ReferenceStore } from './reference-store.ts';

/** How many parts a list is read in, one after another. */
const partCount = 16;

/** A store that keeps every promise, with lists that are live: it reads them part by part. */
export class LiveStore extends ReferenceStore {
  override readonly guarantees = Object.freeze({
    durable: true,
    shared: true,
    snapshot: false,
    listOrder: 'none' as const,
  });

  override async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    for (let part = 0; part < partCount; part++) {
      await setImmediate();
      this.demandOpen();
      yield this.readPart(part);
    }
    this.demandOpen();
  }

  /** The records of one part, as they are now. */
  readPart(part: number): LocationRecord[] {
    return [...this.records]
      .filter(([id]) => partOf(id) === part)
      .map(([id, location]): LocationRecord => [id, copy(location)]);
  }
}

function partOf(id: string): number {
  return (
    Array.from(id, (character) => character.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0) %
    partCount
  );
}

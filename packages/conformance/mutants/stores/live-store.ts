import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import { copy, ReferenceStore } from './reference-store.ts';

/** The number of parts of a list, which are read one after the other. */
const partCount = 16;

/** A correct store with live lists, which it reads part by part. */
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
      this.requireOpen();
      yield this.readPart(part);
    }
    this.requireOpen();
  }

  /** The current records of one part. */
  readPart(part: number): LocationRecord[] {
    return [...this.records]
      .filter(([id]) => partOf(id) === part)
      .map(([id, location]): LocationRecord => [id, copy(location)]);
  }
}

function partOf(id: string): number {
  let sum = 0;
  for (let index = 0; index < id.length; index++) sum += id.charCodeAt(index);
  return sum % partCount;
}

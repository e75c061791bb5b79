import { EventEmitter } from 'node:events';
import type { LocationRecord, LocationStore } from '@location-records/core';

/**
 * A store whose list never ends by itself. It emits `batch` for each batch taken and `release` at the end.
 */
export class EndlessStore extends EventEmitter implements LocationStore {
  readonly guarantees = { durable: false, shared: false, listOrder: 'first-put' } as const;
  batches = 0;

  async get(): Promise<undefined> {
    return undefined;
  }

  async put(): Promise<void> {}

  async replace(): Promise<boolean> {
    return false;
  }

  async delete(): Promise<void> {}

  async *list(): AsyncGenerator<readonly LocationRecord[]> {
    const batch = Array.from({ length: 1000 }, (_, index): LocationRecord => {
      return [
        `record-${index}`,
        { description: 'x'.repeat(100), coordinates: { latitude: 0, longitude: 0 } },
      ];
    });
    try {
      for (;;) {
        this.batches++;
        this.emit('batch');
        yield batch;
      }
    } finally {
      this.emit('release');
    }
  }

  async close(): Promise<void> {}
}

import type { Location, LocationStore } from '@location-records/core';
import type { Operation } from './operation.ts';

/** What is called of a store; it may well be in another process. */
export type RecordedStore = Pick<LocationStore, Operation['method']>;

/** Notes down calls and answers by one counter, which is exact within a process: no clock tells the order. */
export class Recorder {
  readonly history: Operation[] = [];
  #time = 0;

  /** Calls a store and notes down what comes of it. Rejects only when `mustSucceed`. */
  async record(store: RecordedStore, call: Omit<Operation, 'called'>, mustSucceed = false): Promise<void> {
    const called = ++this.#time;
    try {
      const result = await perform(store, call);
      this.history.push({ ...call, called, answer: { at: ++this.#time, result } });
    } catch (error) {
      if (mustSucceed) throw error;
      this.history.push({ ...call, called, failure: String(error) });
    }
  }
}

async function perform(
  store: RecordedStore,
  { method, id, location }: Omit<Operation, 'called'>,
): Promise<Location | boolean | undefined> {
  if (method === 'get') return store.get(id);
  if (method === 'delete') {
    await store.delete(id);
    return undefined;
  }
  if (method === 'replace') return store.replace(id, location as Location);
  await store.put(id, location as Location);
  return undefined;
}

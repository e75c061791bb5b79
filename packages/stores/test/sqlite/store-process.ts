/** A process with a store of its own, which does what its parent asks. See start-store-process.ts. */
import type { LocationStore } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import type { Answer, Call } from './start-store-process.ts';

const [, , path = '', busyTimeout = ''] = process.argv;

try {
  const store = await openSqliteStore({ path, busyTimeout: Number(busyTimeout) });
  process.on('message', (call: Call) => void perform(store, call));
  answer({ number: 0 });
} catch (error) {
  answer({ number: 0, error: plain(error) });
  process.disconnect();
}

async function perform(store: LocationStore, { number, method, values }: Call): Promise<void> {
  try {
    answer({ number, result: await Reflect.apply(store[method], store, values) });
  } catch (error) {
    answer({ number, error: plain(error) });
  }
}

function answer(message: Answer): void {
  process.send?.(message);
}

function plain(error: unknown): NonNullable<Answer['error']> {
  const { code, message } = error as Error & { code: string };
  return { code, message };
}

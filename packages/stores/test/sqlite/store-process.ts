/** A process with a store, which does what its parent asks. See start-store-process.ts. */
import type { LocationStore } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import type { Call, CallOutcome } from './start-store-process.ts';

const [, , path = ''] = process.argv;

try {
  const store = await openSqliteStore({ path });
  process.on('message', (call: Call) => void perform(store, call));
  report({ number: 0 });
} catch (error) {
  report({ number: 0, error: plain(error) });
  process.disconnect();
}

async function perform(store: LocationStore, { number, method, values }: Call): Promise<void> {
  try {
    report({ number, result: await Reflect.apply(store[method], store, values) });
  } catch (error) {
    report({ number, error: plain(error) });
  }
}

function report(message: CallOutcome): void {
  process.send?.(message);
}

function plain(error: unknown): NonNullable<CallOutcome['error']> {
  const { code, message } = error as Error & { code: string };
  return { code, message };
}

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Settings } from './options.ts';

/** Starts the writer thread from the file beside this one: `.ts` in the source, `.js` or `.cjs` when built. */
export function startWriterThread(workerData: Settings): Worker {
  // "import.meta.url" in full: the CommonJS build replaces just that.
  const file = `./writer-thread${extname(import.meta.url)}`;
  return new Worker(new URL(file, import.meta.url), { workerData, name: 'location-records' });
}

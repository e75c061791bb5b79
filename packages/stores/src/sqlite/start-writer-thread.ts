import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { leaveBeforeExit } from './engine-use.ts';
import type { WriterData } from './writer-messages.ts';

/** Starts the writer thread; the end of the process waits until it has left the engine. */
export function startWriterThread(data: WriterData): Worker {
  const worker = startThread(data);
  worker.once('exit', leaveBeforeExit(data.engineUse, data.interruption));
  return worker;
}

/** From the file beside this one: `.ts` in the source, `.js` or `.cjs` when built. */
function startThread(workerData: WriterData): Worker {
  // "import.meta.url" in full: the CommonJS build replaces just that.
  const file = new URL(`./writer-thread${extname(import.meta.url)}`, import.meta.url);
  const options = { workerData, name: 'location-records' };
  if (!inheritsInputType()) return new Worker(file, options);
  return new Worker(`import(${JSON.stringify(file.href)})`, { ...options, eval: true });
}

/**
 * Whether the program was started with `--input-type`, with which Node refuses to start a thread from a file.
 * The flag cannot be kept from the thread: a thread with `execArgv` of its own refuses flags of the process,
 * such as `--max-old-space-size`, and takes those of `NODE_OPTIONS` all the same.
 */
function inheritsInputType(): boolean {
  return [...process.execArgv, process.env.NODE_OPTIONS].some((flags) => flags?.includes('--input-type'));
}

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileTask } from './file-tasks.ts';
import type { ThreadSettings } from './writer-messages.ts';

/** Starts the thread from the file next to this one: `.ts` in the source, `.js` or `.cjs` when built. */
export function startThread(workerData: ThreadSettings | FileTask): Worker {
  // Bundlers look for exactly this expression.
  const file = new URL(`./writer-thread${extname(import.meta.url)}`, import.meta.url);
  // A source file needs the TypeScript loader of this process. A built one needs none of its flags.
  const execArgv = file.pathname.endsWith('.ts') ? undefined : ['--disable-warning=ExperimentalWarning'];
  return new Worker(file, { workerData, name: 'location-records', execArgv });
}

// To be imported first (`node --import`): lets a process and its threads run the workspace from source.
import { isMainThread } from 'node:worker_threads';

// Threads inherit the import, and some run from a bundle (bundled-threads.mjs).
if (isMainThread || !process.argv[1]?.includes('/.cache/threads/')) {
  await import(/** @type {string} */ ('tsx'));
  // On Node.js 20 tsx looks after the main thread only, and a store may start a thread.
  if (!isMainThread) (await import('tsx/esm/api')).register();
}

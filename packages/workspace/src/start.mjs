// `npm start`: sets the workspace up and serves. Arguments go to `location-records serve`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUp } from './set-up.mjs';
import { root, runMain } from './workspace.mjs';

await runMain(async () => {
  await setUp();
  process.argv.splice(2, 0, 'serve');
  // In this very process, so that signals and the terminal are the server's own.
  await import(pathToFileURL(join(root, 'packages', 'cli', 'dist', 'bin.js')).href);
});

#!/usr/bin/env node
// `npx location-records` in the clone: sets the workspace up, and runs its own command with the arguments.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUp } from './set-up.mjs';
import { root, runMain } from './workspace.mjs';

await runMain(async () => {
  await setUp();
  // In this very process, so that signals and the terminal are the server's own.
  await import(pathToFileURL(join(root, 'packages', 'cli', 'dist', 'bin.js')).href);
});

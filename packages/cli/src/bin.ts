#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { endWithThreads } from './data-file/end-thread.ts';
import { run } from './run.ts';

// The listeners of Node.js print warnings. They still get all but the one that `node:sqlite` is experimental.
const listeners = process.listeners('warning');
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name === 'ExperimentalWarning' && warning.message.includes('SQLite')) return;
  for (const listener of listeners) listener(warning);
});

const code = await run(process.argv.slice(2), process, fileURLToPath(import.meta.url));
await endWithThreads(code);
if (code !== 0) process.exit(code);
// Without `process.exit`, an engine can still close what it closes late. The timer bounds how long that may
// take.
setTimeout(() => process.exit(), 1000).unref();

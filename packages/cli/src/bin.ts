#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

// What node:cluster starts as a worker of `serve`, also where another program has imported this file.
process.argv[1] = fileURLToPath(import.meta.url);

const code = await run(process.argv.slice(2), process);
if (code !== 0) process.exit(code);
// Without `process.exit`, an engine can still close what it closes late. The timer bounds how long that may take.
setTimeout(() => process.exit(), 1000).unref();

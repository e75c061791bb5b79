#!/usr/bin/env node
import { run } from './run.ts';

const code = await run(process.argv.slice(2), process);
if (code !== 0) process.exit(code);
// Without `process.exit`, an engine can still close what it closes late. The timer bounds how long that may take.
setTimeout(() => process.exit(), 1000).unref();

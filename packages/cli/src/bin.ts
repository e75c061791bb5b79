#!/usr/bin/env node
import { run } from './run.ts';

const code = await run(process.argv.slice(2), process);
if (code !== 0) process.exit(code);
// At an end of its own the process also closes what an engine closes late, which `process.exit` does not; but
// nothing is to keep it for longer.
setTimeout(() => process.exit(), 1000).unref();

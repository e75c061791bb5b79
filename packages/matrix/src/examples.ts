// Runs the programs of the adapters' README that belong on other runtimes, or are called by a framework.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setUp } from '../../workspace/src/set-up.mjs';
import { readExamples } from './examples/example.ts';
import { runExample } from './examples/run-example.ts';
import { fetchRuntimes } from './runtimes.ts';

await setUp();
fetchRuntimes();
// Where their imports are found; Deno takes no programs from below `node_modules`.
const folder = join(import.meta.dirname, '..', 'dist', 'examples');
await mkdir(folder, { recursive: true });
const examples = readExamples();
if (examples.length === 0) throw new Error('The README has no examples.');
for (const example of examples) {
  await runExample(example, folder);
  process.stdout.write(`passed: ${example.title}\n`);
}

// Runs the programs of the adapters' pages that belong on other runtimes, or are called by a framework.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackages, fetchRuntimes } from '@location-records/dev-kit/campaigns';
import { readExamples } from './example.ts';
import { runExample } from './run-example.ts';

buildPackages();
fetchRuntimes();
// Where their imports are found; Deno takes no programs from below `node_modules`.
const folder = join(import.meta.dirname, '..', '..', 'dist', 'examples');
await mkdir(folder, { recursive: true });
const examples = readExamples();
if (examples.length === 0) throw new Error('The pages have no examples.');
for (const example of examples) {
  await runExample(example, folder);
  process.stdout.write(`passed: ${example.title}\n`);
}

// Runs the programs of the adapters' pages that belong on other runtimes, or are called by a framework.
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildPackages, fetchRuntimes, readOwnFlags } from '@location-records/dev-kit/campaigns';
import { readReadmes } from '@location-records/workspace/readme-blocks';
import { type Example, runExample } from './run-example.ts';

readOwnFlags({});
buildPackages();
fetchRuntimes();
// The programs find their imports from here. Deno takes no programs from below `node_modules`.
const folder = join(import.meta.dirname, '..', '..', 'dist', 'examples');
await mkdir(folder, { recursive: true });
const examples = readExamples();
if (examples.length === 0) throw new Error('The pages have no examples.');
for (const example of examples) {
  await runExample(example, folder);
  process.stdout.write(`passed: ${example.title}\n`);
}

/** The programs of the adapters' README, and of the pages beside it, that Node.js cannot simply run. */
function readExamples(): readonly Example[] {
  const blocks = readReadmes()
    .filter(({ home }) => basename(home) === 'adapters')
    .flatMap(({ blocks: all }) => all.filter(({ language }) => language === 'mjs'));
  return blocks.map(({ text }) => ({ title: /^\/\/ (.*)/.exec(text)?.[1] ?? '', text }));
}

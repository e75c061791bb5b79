// `npm test`: sets the workspace up, then lints, checks the types and runs every test. Arguments go to vitest.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingEngines } from '../../engines/src/missing-engines.mjs';
import { checkTypes } from './check-types.mjs';
import { setUp } from './set-up.mjs';
import { root, run, runMain, runQuietly, StepError } from './workspace.mjs';

const modules = join(root, 'node_modules');

await runMain(async () => {
  await setUp();
  process.stderr.write('Linting …\n');
  await runQuietly('The linter', [
    process.execPath,
    join(modules, '@biomejs', 'biome', 'bin', 'biome'),
    'check',
    '--error-on-warnings',
  ]);
  await checkTypes();
  await runTests(process.argv.slice(2));
});

/** @param {readonly string[]} args */
async function runTests(args) {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  const report = join(folder, 'report.json');
  try {
    const { code } = await run([
      process.execPath,
      join(modules, 'vitest', 'vitest.mjs'),
      'run',
      ...['--config', join('packages', 'workspace', 'vitest.config.ts')],
      ...['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`],
      ...args,
    ]);
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(await readFile(report, 'utf8'));
    for (const engine of missingEngines()) {
      process.stdout.write(`${engine} is not on this machine: its tests were not run\n`);
    }
    process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`);
    if (code !== 0) throw new StepError('Some tests failed; see above.');
    if (process.env.CI && numPendingTests > 0) throw new StepError('In CI nothing may be skipped.');
  } finally {
    await rm(folder, { recursive: true });
  }
}

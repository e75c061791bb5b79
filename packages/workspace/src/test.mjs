// `npm test`: sets the workspace up, then lints, checks the types and runs every test. Arguments go to vitest.
import { join } from 'node:path';
import { checkTypes } from './check-types.mjs';
import { setUp } from './set-up.mjs';
import { root, run, runMain, runQuietly, StepError } from './workspace.mjs';

const modules = join(root, 'node_modules');

await runMain(async () => {
  await setUp();
  await Promise.all([lint(), checkTypes()]);
  const vitest = join(modules, 'vitest', 'vitest.mjs');
  const config = join('packages', 'workspace', 'vitest.config.ts');
  const { code } = await run([process.execPath, vitest, 'run', '--config', config, ...process.argv.slice(2)]);
  if (code !== 0) throw new StepError('Some tests failed or were left out; see above.');
});

async function lint() {
  process.stderr.write('Linting …\n');
  const biome = join(modules, '@biomejs', 'biome', 'bin', 'biome');
  await runQuietly('The linter', [process.execPath, biome, 'check', '--error-on-warnings']);
}

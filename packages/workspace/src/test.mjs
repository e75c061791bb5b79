// `npm test`: sets the workspace up, then lints, checks the types and runs the tests. `npm run test:long`
// runs the long tests instead, which repeat whole contracts on more paths. Arguments go to vitest.
import { join } from 'node:path';
import { checkTypes } from './check-types.mjs';
import { setUp } from './set-up.mjs';
import { root, run, runMain, runQuietly, StepError } from './workspace.mjs';

const modules = join(root, 'node_modules');

const isLong = process.argv[2] === '--long';
const args = process.argv.slice(isLong ? 3 : 2);

await runMain(async () => {
  await setUp();
  if (!isLong) await Promise.all([lint(), checkTypes()]);
  const vitest = join(modules, 'vitest', 'vitest.mjs');
  const config = join('packages', 'workspace', 'vitest.config.ts');
  const env = { LONG_TESTS: isLong ? '1' : '' };
  const { code } = await run([process.execPath, vitest, 'run', '--config', config, ...args], { env });
  if (code !== 0) throw new StepError('Some tests failed or were left out; see above.');
});

async function lint() {
  process.stderr.write('Linting …\n');
  const biome = join(modules, '@biomejs', 'biome', 'bin', 'biome');
  await runQuietly('The linter', [process.execPath, biome, 'check', '--error-on-warnings']);
}

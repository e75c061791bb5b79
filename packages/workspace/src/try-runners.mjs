// Uses the packed fake in tests as its users do: with vitest, with Jest in CommonJS, and with node:test.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runQuietly } from './workspace.mjs';

const fixtures = join(root, 'packages', 'workspace', 'fixtures');

/** Each program with the file that it is given, and how often that must pass. */
const runners = /** @type {const} */ ([
  { name: 'vitest', file: 'vitest.test.mjs', command: ['vitest/vitest.mjs', 'run'] },
  {
    name: 'vitest and happy-dom',
    file: 'dom.test.mjs',
    command: ['vitest/vitest.mjs', 'run', '--environment=happy-dom'],
  },
  {
    name: 'vitest and jsdom',
    file: 'dom.test.mjs',
    command: ['vitest/vitest.mjs', 'run', '--environment=jsdom'],
  },
  {
    name: 'Jest and jsdom',
    file: 'jsdom.test.cjs',
    command: ['jest/bin/jest.js', '--rootDir', '.', '--env=jsdom'],
  },
  { name: 'Jest', file: 'jest.test.cjs', command: ['jest/bin/jest.js', '--rootDir', '.'] },
  { name: 'node:test', file: 'node.test.mjs', command: ['--test'] },
]);

/** @param {string} folder where the packed packages are installed */
export async function tryRunners(folder) {
  const tools = ['vitest@4', 'jest@30', 'jest-environment-jsdom@30', 'jsdom', 'happy-dom'];
  await runQuietly(
    'npm install of the test runners',
    ['npm', 'install', '--no-audit', '--no-fund', ...tools],
    {
      cwd: folder,
    },
  );
  for (const { name, file, command } of runners) {
    // A folder of its own, so that no runner takes the files of another for its own.
    const cwd = join(folder, `with-${name.replaceAll(/\W/g, '-')}`);
    await mkdir(cwd);
    await writeFile(
      join(cwd, 'package.json'),
      '{ "private": true, "jest": { "transform": {}, "testMatch": ["**/*.test.cjs"] } }',
    );
    await copyFile(join(fixtures, file), join(cwd, file));
    const [program, ...args] = command;
    const run = program === '--test' ? [program] : [join(folder, 'node_modules', program), ...args];
    await runQuietly(`The tests with ${name}`, [process.execPath, ...run, file], { cwd });
  }
}

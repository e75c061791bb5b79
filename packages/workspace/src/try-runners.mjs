// Uses the packed fake in tests as its users do: with vitest, with Jest in CommonJS, and with node:test.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReadmes, testsOf } from './readme-blocks.mjs';
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
  {
    name: 'Jest and every entry',
    file: 'entries.test.cjs',
    command: ['jest/bin/jest.js', '--rootDir', '.'],
  },
  { name: 'node:test', file: 'node.test.mjs', command: ['--test'] },
]);

/** What a careful user of matchers has set, beside the types of the global functions of Jest. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: ['node', 'jest'],
  noEmit: true,
  // The types of Vite do not compile on their own.
  skipLibCheck: true,
};

/** @param {string} folder where the packed packages are installed */
export async function tryRunners(folder) {
  const jest = ['jest@30', 'jest-environment-jsdom@30', '@types/jest@30'];
  const tools = ['vitest@4', ...jest, 'jsdom', 'happy-dom'];
  await runQuietly(
    'npm install of the test runners',
    ['npm', 'install', '--no-audit', '--no-fund', ...tools],
    {
      cwd: folder,
    },
  );
  const tests = runners.map(async ({ name, file, command }) => {
    return { name, file, command, text: await readFile(join(fixtures, file), 'utf8') };
  });
  for (const { name, file, command, text } of [...(await Promise.all(tests)), ...testsOfReadmes()]) {
    // A folder for each runner, so that none takes the files of another.
    const cwd = join(folder, `with-${name.replaceAll(/\W/g, '-')}`);
    await mkdir(cwd);
    await writeFile(
      join(cwd, 'package.json'),
      '{ "private": true, "jest": { "transform": {}, "testMatch": ["**/*.test.cjs"] } }',
    );
    await writeFile(join(cwd, file), text);
    const [program, ...args] = command;
    const run = program === '--test' ? [program] : [join(folder, 'node_modules', program), ...args];
    await runQuietly(`The tests with ${name}`, [process.execPath, ...run, file], { cwd });
  }
  await compileMatchers(folder);
}

/** The tests in READMEs and in the pages beside them, each with its runner. */
function testsOfReadmes() {
  const [vitest, jest] = ['vitest', 'Jest'].map((runner) => runners.find(({ name }) => name === runner));
  return readReadmes().flatMap((readme) =>
    testsOf(readme).flatMap(({ text, line, isVitest }) => {
      const runner = isVitest ? vitest : jest;
      return runner ? [{ ...runner, name: `${runner.name} at ${readme.path}:${line}`, text }] : [];
    }),
  );
}

/**
 * Compiles tests with the matchers, for Vitest as an ES module and for Jest as CommonJS.
 *
 * @param {string} folder where the packed packages and the runners are installed
 */
async function compileMatchers(folder) {
  const cwd = join(folder, 'matchers');
  await mkdir(cwd);
  const files = ['matchers.test.mts', 'matchers.test.cts'];
  for (const file of files) await copyFile(join(fixtures, file), join(cwd, file));
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  await runQuietly('The strict type check of the matchers', [process.execPath, tsc, '-p', '.'], { cwd });
}

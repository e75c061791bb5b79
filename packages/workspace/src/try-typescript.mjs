// Uses packed packages as a new user of Express does, in TypeScript with `strict` and both module systems.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runQuietly, StepError } from './workspace.mjs';

const program = join(root, 'packages', 'workspace', 'fixtures', 'program.ts');
const compilerOptions = {
  strict: true,
  module: 'node16',
  target: 'es2022',
  // Without the DOM's, so that `Request` and `Response` are those of Node.js.
  lib: ['es2022'],
  types: ['node'],
  esModuleInterop: true,
  skipLibCheck: false,
  outDir: 'out',
};
const expected = '200 [["café",{"coordinates":{"latitude":48.85,"longitude":2.35}}]]\n';

/**
 * Compiles and runs the program with Express 5 and with Express 4.
 *
 * @param {string} folder where the packed packages are installed
 */
export async function tryTypescript(folder) {
  const options = { cwd: folder };
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await copyFile(program, join(folder, 'program.mts'));
  await copyFile(program, join(folder, 'program.cts'));
  const files = ['program.mts', 'program.cts'];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tools = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  for (const major of [5, 4]) {
    const packages = [`express@${major}`, `@types/express@${major}`, ...tools];
    const install = /** @type {const} */ (['npm', 'install', '--no-audit', '--no-fund']);
    await runQuietly(`npm install of Express ${major}`, [...install, ...packages], options);
    const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
    await runQuietly(
      `The strict type check with Express ${major}`,
      [process.execPath, tsc, '-p', '.'],
      options,
    );
    for (const file of ['program.mjs', 'program.cjs']) {
      const run = `The run of ${file} with Express ${major}`;
      const printed = await runQuietly(run, [process.execPath, join('out', file)], options);
      if (printed !== expected.repeat(2))
        throw new StepError(`${run} printed ${printed}, not ${expected} twice.`);
    }
  }
}

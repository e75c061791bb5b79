// `npm run typecheck`: checks the types of every package.
import { join } from 'node:path';
import { setUp } from './set-up.mjs';
import { root, runMain, runQuietly } from './workspace.mjs';

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await setUp();
    await checkTypes();
  });
}

/** Checks the types of every package: of the core without those of Node.js, of all others as one program. */
export async function checkTypes() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const project of ['packages/core', 'packages/workspace/tsconfig.all.json']) {
    process.stderr.write(`Checking the types of ${project} …\n`);
    await runQuietly(`The type check of ${project}`, [process.execPath, tsc, '-p', project]);
  }
}

// `npm run typecheck`: checks the types of every package.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setUp } from './set-up.mjs';
import { root, runMain, runQuietly } from './workspace.mjs';

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await setUp();
    await checkTypes();
  });
}

/** Checks the types of every package. */
export async function checkTypes() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  for (const project of [...packages, 'packages/core/test']) {
    process.stderr.write(`Checking the types of ${project} …\n`);
    await runQuietly(`The type check of ${project}`, [process.execPath, tsc, '-p', project]);
  }
}

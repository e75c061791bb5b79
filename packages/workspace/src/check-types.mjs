// `npm run typecheck`: checks the types of every package.
import { join } from 'node:path';
import { setUp } from './set-up.mjs';
import { root, runMain, runQuietly } from './workspace.mjs';

/**
 * The core without the types of Node.js, the page of the map with those of browsers, and all other packages.
 */
const projects = {
  core: 'packages/core',
  'map-page': 'packages/console/page',
  all: 'packages/workspace/tsconfig.all.json',
};

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await setUp();
    await checkTypes();
  });
}

/** Checks the types of every package. What has not changed since the last time is not checked again. */
export async function checkTypes() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const [name, project] of Object.entries(projects)) {
    process.stderr.write(`Checking the types of ${project} …\n`);
    const known = join(root, 'node_modules', '.cache', 'types', `${name}.tsbuildinfo`);
    const incremental = ['--incremental', '--tsBuildInfoFile', known];
    await runQuietly(`The type check of ${project}`, [process.execPath, tsc, '-p', project, ...incremental]);
  }
}

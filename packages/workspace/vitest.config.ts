import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bundledThreads } from './src/bundled-threads.mjs';
import { LeftOutReporter } from './src/left-out-reporter.mjs';

const packages = fileURLToPath(new URL('..', import.meta.url));

/** Long tests repeat whole contracts on one more path. `npm test` leaves them to `npm run test:long`. */
const isLongRun = process.env.LONG_TESTS === '1';
const ofThisRun = isLongRun
  ? '{*,console/page}/test/**/*.long.test.ts'
  : '{*,console/page}/test/**/*.test.ts';
/** Judges of others fetch many packages, and are busy for minutes. */
const judges = process.env.JUDGES === '1' ? [] : ['**/judges.long.test.ts'];
/** `exclude` replaces the default of vitest; without installed packages in it, the search for tests walks them all. */
const ofOtherRun = ['**/node_modules/**', ...(isLongRun ? judges : ['**/*.long.test.ts'])];

/** Tests with a browser, each of which keeps a CPU busy with drawing. */
const withBrowser = '*/test/browser/*.test.ts';

const isolated = readdirSync(packages)
  .filter((name) => existsSync(join(packages, name, 'test')))
  .flatMap((name) =>
    readdirSync(join(packages, name, 'test'), { recursive: true }).map((file) =>
      join(name, 'test', String(file)),
    ),
  )
  .filter((file) => file.endsWith('.test.ts') && file.endsWith('.long.test.ts') === isLongRun)
  .filter((file) => needsIsolation(readFileSync(join(packages, file), 'utf8')));

/**
 * Whether a test replaces modules, which the tests after it must not see, or collects all garbage, which takes long in
 * a process of many tests. Tests restore methods and globals.
 */
function needsIsolation(test: string): boolean {
  return /\bvi\.(?:mock|doMock|resetModules)\(|\bgarbageCollector\(/.test(test);
}

/** Tests run from source: the workspace's packages resolve as `tsconfig.base.json` says. */
export default defineConfig({
  root: packages,
  // With a node_modules of its own, npm would take the folder for a package, and not find the scripts of the root.
  cacheDir: '../node_modules/.vite',
  plugins: [bundledThreads()],
  resolve: {
    alias: [
      { find: '@location-records/core/adapter-kit', replacement: `${packages}core/src/adapter-kit.ts` },
      { find: '@location-records/core/areas', replacement: `${packages}core/src/areas.ts` },
      {
        find: /^@location-records\/(client|conformance|console|core|formats|testing)$/,
        replacement: `${packages}$1/src/index.ts`,
      },
      {
        find: /^@location-records\/(adapters|conformance|console|formats|stores|testing)\/([\w-]+)$/,
        replacement: `${packages}$1/src/$2/index.ts`,
      },
    ],
  },
  test: {
    globalSetup: fileURLToPath(new URL('src/bundle-command.mjs', import.meta.url)),
    reporters: ['default', new LeftOutReporter()],
    pool: 'forks',
    // Much of the time is waiting: for other processes, or for a server to close a connection.
    maxWorkers: 2 * availableParallelism(),
    maxConcurrency: 20,
    // Nothing is about speed: what takes longer than this hangs, also on a machine that is busy with much else.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Worker threads and spawned programs run from source too; they inherit the import. Many tests share a process: with
    // the default of 16 MiB for new objects, a quarter of its time is garbage collection.
    execArgv: ['--max-semi-space-size=64', '--import', new URL('src/from-source.mjs', import.meta.url).href],
    env: { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)) },
    // Half of the processor time of short tests is loading the same modules, so most share a process.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [ofThisRun],
          exclude: [...ofOtherRun, ...isolated, withBrowser],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [withBrowser],
          exclude: ofOtherRun,
          isolate: false,
          // After the others, and no more at once than there are CPUs: pages that starve run into time-outs.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
    ],
  },
});

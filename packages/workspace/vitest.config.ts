import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bundledThreads } from './src/bundled-threads.mjs';
import { LeftOutReporter } from './src/left-out-reporter.mjs';

const packages = fileURLToPath(new URL('..', import.meta.url));

/** Tests run from source: the workspace's packages resolve as `tsconfig.base.json` says. */
export default defineConfig({
  root: packages,
  // With a node_modules of its own, npm would take the folder for a package, and not find the scripts of the root.
  cacheDir: '../node_modules/.vite',
  plugins: [bundledThreads()],
  resolve: {
    alias: [
      {
        find: /^@location-records\/(conformance|core|dev-kit|engines|testing)$/,
        replacement: `${packages}$1/src/index.ts`,
      },
      {
        find: /^@location-records\/(adapters|conformance|stores|testing)\/([\w-]+)$/,
        replacement: `${packages}$1/src/$2/index.ts`,
      },
    ],
  },
  test: {
    include: ['*/test/**/*.test.ts'],
    reporters: ['default', new LeftOutReporter()],
    pool: 'forks',
    // Much of the time is waiting for other processes.
    maxWorkers: '100%',
    // Nothing is about speed: what takes longer than this hangs, also on a machine that is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Worker threads and spawned commands run from source too; they inherit these.
    execArgv: ['--import', new URL('src/from-source.mjs', import.meta.url).href],
    env: { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)) },
  },
});

// Bundles the command once for all tests that spawn it: from source, it would compile each time.
import { mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './workspace.mjs';

const packages = join(root, 'packages');

/** The program, and the thread that it starts from a file beside the file of its caller. */
const entryPoints = [
  join(packages, 'cli', 'src', 'bin.ts'),
  join(packages, 'stores', 'src', 'sqlite', 'writer-thread.ts'),
];

/**
 * A global setup of vitest: gives every test the path of the bundled command, as `inject('command')`.
 *
 * @param {import('vitest/node').TestProject} project
 */
export default async function setUp(project) {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-command-'));
  await bundleCommand(folder);
  project.onTestsRerun(() => bundleCommand(folder));
  project.provide('command', join(folder, 'bin.mjs'));
  return () => rm(folder, { recursive: true });
}

/** @param {string} folder */
async function bundleCommand(folder) {
  await build({
    entryPoints,
    outdir: folder,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What the command loads only when it is used stays a file of its own.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    tsconfig: join(root, 'tsconfig.base.json'),
    plugins: [installedPackages],
    logLevel: 'warning',
  });
}

/**
 * Leaves installed packages out of the bundle. Each is imported by its path, as the importing source file resolves it.
 *
 * @type {import('esbuild').Plugin}
 */
const installedPackages = {
  name: 'installed-packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      const isOurs = path.startsWith('@location-records/');
      if (kind === 'entry-point' || isOurs || isBuiltin(path) || pluginData === 'asked') return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'asked' });
      return { path: found.errors.length > 0 ? path : pathToFileURL(found.path).href, external: true };
    });
  },
};

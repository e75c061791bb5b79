// Bundles programs with the sources of the workspace, for tests that spawn them: from source, each would
// compile again.
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './workspace.mjs';

/** The threads of the SQLite store and of the command, which lie beside the files that start them. */
const threads = {
  'writer-thread': join(root, 'packages', 'stores', 'src', 'sqlite', 'writer-thread.ts'),
  'file-thread': join(root, 'packages', 'cli', 'src', 'data-file', 'file-thread.ts'),
};

/**
 * Bundles programs to files in `folder`. `programs` has the source of each by the name of its file, without
 * the ending `.mjs`.
 *
 * @param {Readonly<Record<string, string>>} programs
 * @param {string} folder
 */
export async function bundlePrograms(programs, folder) {
  await build({
    entryPoints: { ...programs, ...threads },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What a program loads lazily stays a separate file.
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
 * Leaves installed packages out of the bundle. Each is imported by its path, as the importing source file
 * resolves it.
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

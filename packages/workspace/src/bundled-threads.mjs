// Lets the threads of stores run from one bundle in tests, so that not every thread compiles the sources.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './workspace.mjs';

const fileOfThread = /new URL\(`\.\/([\w-]+)\$\{extname\(import\.meta\.url\)\}`, import\.meta\.url\)/;

/**
 * A plugin of Vite that replaces the file of a thread by a bundle of its sources.
 *
 * @returns {import('vitest/config').Plugin}
 */
export function bundledThreads() {
  return {
    name: 'bundled-threads',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\/stores\/src\/.*\.ts$/.test(id) || !code.includes('new Worker(')) return undefined;
      const found = fileOfThread.exec(code);
      if (!found) throw new Error(`${id} starts a thread in a way that bundled-threads.mjs does not know.`);
      const { file, sources } = await bundle(join(dirname(id), `${found[1]}.ts`));
      for (const source of sources) this.addWatchFile(source);
      return {
        code: code.replace(fileOfThread, `new URL(${JSON.stringify(pathToFileURL(file).href)})`),
        map: null,
      };
    },
  };
}

/**
 * Bundles a source file with the packages of the workspace. What else it imports is found from its own
 * package.
 *
 * @param {string} entry
 */
async function bundle(entry) {
  const file = join(
    entry.replace(/\/src\/.*/, '/node_modules/.cache/threads'),
    entry.replace(/.*\/src\//, ''),
  ).replace(/\.ts$/, '.mjs');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    tsconfig: 'tsconfig.base.json',
    sourcemap: 'inline',
    metafile: true,
  });
  return { file, sources: Object.keys(metafile.inputs).map((source) => join(root, source)) };
}

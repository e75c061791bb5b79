// Lets the threads of the SQLite store and of the command run from one bundle in tests, so that not every thread compiles the
// sources.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePrograms } from './bundle-programs.mjs';
import { root } from './workspace.mjs';

/** `from-source.mjs` knows the folder. */
const folder = join(root, 'node_modules', '.cache', 'threads');
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
      if (!/\/(?:stores|cli)\/src\/.*\.ts$/.test(id) || !code.includes('new Worker(')) return undefined;
      const [found, name = ''] = fileOfThread.exec(code) ?? [];
      if (!found) throw new Error(`${id} starts a thread in a way that bundled-threads.mjs does not know.`);
      await bundlePrograms({ [name]: join(dirname(id), `${name}.ts`) }, folder);
      const url = JSON.stringify(pathToFileURL(join(folder, `${name}.mjs`)).href);
      return { code: code.replace(found, `new URL(${url})`), map: null };
    },
  };
}

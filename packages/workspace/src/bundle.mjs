// What an entry costs in a bundle.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './workspace.mjs';

/**
 * A bundle: its sizes in bytes, and all that it took in or still needs.
 *
 * @typedef {object} Bundle
 * @property {number} minified
 * @property {number} gzipped
 * @property {string} code
 * @property {readonly string[]} imports what its files import beyond each other: modules of Node.js
 * @property {readonly string[]} files what it was made of, as paths from the workspace's root
 */

/**
 * Bundles what some ES modules export, minified.
 *
 * @param {readonly string[]} entries paths of files
 * @param {string} [names] the exports to bundle, as after `export`; everything by default
 * @param {{ leftOut?: RegExp | undefined }} [options] which of the paths that are imported dynamically are
 * left out, as a bundler that splits code has them in other files
 * @returns {Promise<Bundle>}
 */
export async function bundle(entries, names = '*', { leftOut } = {}) {
  const contents = entries.map((entry) => `export ${names} from ${JSON.stringify(entry)};`).join('\n');
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    plugins: leftOut ? [leavingOut(leftOut)] : [],
    minify: true,
    format: 'esm',
    // Leaves Node's modules alone, with and without `node:`, and tells of them.
    platform: 'node',
    target: 'es2022',
    // The paths of a package's tsconfig.json lead to the sources of the core, which would be counted beside
    // its build.
    tsconfigRaw: {},
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const [{ contents: bytes, text: code }] = /** @type {[import('esbuild').OutputFile]} */ (outputFiles);
  // Of the files, because a mere `import 'node:fs'` is left out of the bundle, and is no less impure.
  const imports = Object.values(metafile.inputs)
    .flatMap((input) => input.imports)
    .filter(({ external, kind, path }) => external && !(kind === 'dynamic-import' && leftOut?.test(path)))
    .map(({ path }) => path);
  const files = Object.keys(metafile.inputs).filter((file) => file !== '<stdin>');
  return { minified: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length, code, imports, files };
}

/**
 * @param {RegExp} paths
 * @returns {import('esbuild').Plugin}
 */
const leavingOut = (paths) => ({
  name: 'leaving out dynamic imports',
  setup(build) {
    build.onResolve({ filter: paths }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
});

/**
 * What is wrong with a bundle, in one line each.
 *
 * @param {Bundle} bundle
 * @param {{ ceiling: number, isPure?: boolean }} limits the most bytes that it may have when gzipped, and
 * whether it has to run on any runtime as it is, without a module of Node's or a foreign package
 */
export function faultsOf({ gzipped, code, imports, files }, { ceiling, isPure = false }) {
  const faults = [];
  if (gzipped > ceiling) faults.push(`has ${gzipped} bytes when gzipped, more than ${ceiling}`);
  if (!isPure) return faults;
  for (const path of imports) faults.push(`imports ${path}`);
  for (const file of files) if (/(^|\/)node_modules\//.test(file)) faults.push(`contains ${file}`);
  if (code.includes('node:')) faults.push('mentions "node:"');
  return faults;
}

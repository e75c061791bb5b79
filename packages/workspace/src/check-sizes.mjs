// Bundles the core, each adapter, the client, the fake, the console and the writers as users do, and fails if one is too
// large, or needs Node.js where it must run anywhere.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { setUp } from './set-up.mjs';
import { root, runMain, StepError } from './workspace.mjs';

const dist = (/** @type {string[]} */ ...path) => {
  const [name = '', ...file] = path;
  return join(root, 'packages', name, 'dist', ...file);
};
const core = dist('core', 'index.js');
const adapter = (/** @type {string} */ name) => dist('adapters', name, 'index.js');
const consoleEntry = dist('console', 'index.js');

/**
 * An entry of a package as users bundle it. Ceilings are bytes after gzip, and leave room for a small change.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {readonly string[]} entries
 * @property {string} [names] the exports to bundle; everything by default
 * @property {RegExp} [leftOut] which dynamic imports are left out, as bundlers put them into other files
 * @property {boolean} [isPure] whether it must run on any runtime, without Node.js and other packages
 * @property {number} ceiling
 */

/** @type {readonly Row[]} */
const rows = [
  { name: 'core', entries: [core], isPure: true, ceiling: 7900 },
  { name: 'core + adapters/fetch', entries: [core, adapter('fetch')], isPure: true, ceiling: 9000 },
  { name: 'core + adapters/express', entries: [core, adapter('express')], ceiling: 11_400 },
  { name: 'core + adapters/node', entries: [core, adapter('node')], ceiling: 13_000 },
  { name: 'client', entries: [dist('client', 'index.js')], isPure: true, ceiling: 3072 },
  {
    name: 'createFake',
    entries: [dist('testing', 'index.js')],
    names: '{ createFake }',
    isPure: true,
    ceiling: 14_400,
  },
  {
    name: 'stringifyRecords',
    entries: [dist('formats', 'index.js')],
    names: '{ stringifyRecords }',
    isPure: true,
    ceiling: 3800,
  },
  {
    name: 'createConsole at first',
    entries: [consoleEntry],
    names: '{ createConsole }',
    leftOut: /^/,
    isPure: true,
    ceiling: 11_200,
  },
  {
    name: 'createConsole, no map',
    entries: [consoleEntry],
    names: '{ createConsole }',
    leftOut: /map-pages|bulk|door|not-found|changes|word-search|ogc|openapi|respond/,
    isPure: true,
    ceiling: 14_500,
  },
];

/**
 * The ceilings of what a browser loads for the map at first, and of all that imports load: the dialog, the
 * readers of all formats and the reference systems.
 */
const mapCeilings = { first: 420_000, later: 530_000 };

await runMain(async () => {
  await setUp();
  const faults = [];
  for (const row of rows) faults.push(...(await faultsOf(row)).map((fault) => `${row.name} ${fault}.`));
  const { assets, page } = await import(pathToFileURL(dist('console', 'map-assets.cjs')).href);
  /** @type {readonly { type: string, size: number, gzip: string, isLoadedLater: boolean }[]} */
  const files = [page, ...Object.values(assets)];
  const loaded = files.filter(({ type }) => !type.startsWith('text/plain'));
  for (const [part, ceiling] of Object.entries(mapCeilings)) {
    const ofPart = loaded.filter(({ isLoadedLater }) => isLoadedLater === (part === 'later'));
    const gzipped = ofPart.reduce((sum, { gzip }) => sum + Buffer.from(gzip, 'base64').length, 0);
    print(`the map, ${part}`, gzipped, ceiling);
    if (gzipped > ceiling) faults.push(`The map has ${gzipped} bytes (${part}), more than ${ceiling}.`);
  }
  if (faults.length > 0) throw new StepError(faults.join('\n'));
});

/**
 * Bundles an entry, prints its size, and returns what is wrong with it.
 *
 * @param {Row} row
 * @returns {Promise<readonly string[]>}
 */
async function faultsOf({ name, entries, names = '*', leftOut, isPure = false, ceiling }) {
  const contents = entries.map((entry) => `export ${names} from ${JSON.stringify(entry)};`).join('\n');
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    plugins: leftOut ? [leavingOut(leftOut)] : [],
    minify: true,
    format: 'esm',
    // Leaves the modules of Node.js alone, and lists them.
    platform: 'node',
    target: 'es2022',
    // The tsconfig.json of a package leads to the sources of the core, which would be counted beside its
    // build.
    tsconfigRaw: {},
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  const size = gzipSync(file?.contents ?? '', { level: 9 }).length;
  print(name, size, ceiling);
  const faults = size > ceiling ? [`has ${size} bytes after gzip, more than ${ceiling}`] : [];
  if (!isPure) return faults;
  // What is imported on demand by code that is left out is an input, but not in the bundle.
  const included = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  // The imports of its files, because a mere `import 'node:fs'` is left out of the bundle.
  const impure = included
    .flatMap((path) => metafile.inputs[path]?.imports ?? [])
    .filter(({ external, kind, path }) => external && !(kind === 'dynamic-import' && leftOut?.test(path)))
    .map(({ path }) => `imports ${path}`);
  const foreign = included.filter((path) => path.includes('node_modules/'));
  return [...faults, ...impure, ...foreign.map((path) => `contains ${path}`)];
}

/**
 * @param {RegExp} paths
 * @returns {import('esbuild').Plugin}
 */
function leavingOut(paths) {
  return {
    name: 'leaving-out',
    setup({ onResolve }) {
      onResolve({ filter: paths }, ({ path, kind }) =>
        kind === 'dynamic-import' ? { path, external: true } : undefined,
      );
    },
  };
}

/**
 * @param {string} name
 * @param {number} size
 * @param {number} ceiling
 */
function print(name, size, ceiling) {
  process.stdout.write(`${name.padEnd(26)}${String(size).padStart(8)} bytes of ${ceiling}\n`);
}

// Bundles the core, each adapter, the fake, the console and the writers as users do, and fails when one has
// become too large, or impure.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, faultsOf } from './bundle.mjs';
import { setUp } from './set-up.mjs';
import { root, runMain, StepError } from './workspace.mjs';

const core = join(root, 'packages', 'core', 'dist', 'index.js');
const adapter = (/** @type {string} */ name) => join(root, 'packages', 'adapters', 'dist', name, 'index.js');
const fake = join(root, 'packages', 'testing', 'dist', 'index.js');
const records = join(root, 'packages', 'console', 'dist', 'index.js');
const mapAssets = join(root, 'packages', 'console', 'dist', 'map-assets.cjs');
const formats = join(root, 'packages', 'formats', 'dist', 'index.js');

/**
 * What each exports, or the names of it; the ceilings, in bytes when gzipped, leave room for a small change.
 */
const bundles = [
  { name: 'core', entries: [core], ceiling: 6300, isPure: true },
  { name: 'core + adapters/fetch', entries: [core, adapter('fetch')], ceiling: 7500, isPure: true },
  { name: 'core + adapters/express', entries: [core, adapter('express')], ceiling: 9200 },
  { name: 'core + adapters/node', entries: [core, adapter('node')], ceiling: 10_300 },
  { name: 'createFake alone', entries: [fake], names: '{ createFake }', ceiling: 14_000, isPure: true },
  // Without what is imported when it is needed: streams, the formats that few clients ask for, and the map.
  {
    name: 'createConsole alone',
    entries: [records],
    names: '{ createConsole }',
    leftOut: /^/,
    ceiling: 9100,
    isPure: true,
  },
  {
    name: 'stringifyRecords alone',
    entries: [formats],
    names: '{ stringifyRecords }',
    ceiling: 2900,
    isPure: true,
  },
  // Without the map, which has its own row.
  {
    name: 'createConsole, all formats',
    entries: [records],
    names: '{ createConsole }',
    leftOut: /map-pages/,
    ceiling: 10_900,
    isPure: true,
  },
];

/** The files of the map are gzipped when they are built. */
const mapCeiling = 720_000;

/** What is loaded when a file is imported. */
const importCeiling = 16_000;

await runMain(async () => {
  await setUp();
  const faults = [];
  printRow('bytes', 'minified', 'gzipped', 'ceiling');
  for (const { name, entries, names, leftOut, ...limits } of bundles) {
    const made = await bundle(entries, names, { leftOut });
    printRow(name, made.minified, made.gzipped, limits.ceiling);
    faults.push(...faultsOf(made, limits).map((fault) => `${name} ${fault}.`));
  }
  const { first, later } = await sizesOfMap();
  printRow('the map, in a browser', first.plain, first.gzipped, mapCeiling);
  if (first.gzipped > mapCeiling) faults.push(`The map has ${first.gzipped} bytes when gzipped.`);
  printRow('the map, for an import', later.plain, later.gzipped, importCeiling);
  if (later.gzipped > importCeiling) faults.push(`Imports have ${later.gzipped} bytes when gzipped.`);
  if (faults.length > 0) throw new StepError(faults.join('\n'));
});

/**
 * The bytes of the files that a browser loads when it opens the map for the first time, and of the others.
 */
async function sizesOfMap() {
  const { assets, page } = await import(pathToFileURL(mapAssets).href);
  /** @type {readonly { type: string, size: number, gzip: string, isLoadedLater: boolean }[]} */
  const files = [page, ...Object.values(assets)];
  const loaded = files.filter(({ type }) => !type.startsWith('text/plain'));
  return {
    first: sizesOf(loaded.filter(({ isLoadedLater }) => !isLoadedLater)),
    later: sizesOf(loaded.filter(({ isLoadedLater }) => isLoadedLater)),
  };
}

/** @param {readonly { size: number, gzip: string }[]} files */
function sizesOf(files) {
  return {
    plain: files.reduce((sum, { size }) => sum + size, 0),
    gzipped: files.reduce((sum, { gzip }) => sum + Buffer.from(gzip, 'base64').length, 0),
  };
}

/**
 * @param {string} name
 * @param {...(string | number)} cells
 */
function printRow(name, ...cells) {
  process.stdout.write(`${name.padEnd(28)}${cells.map((cell) => String(cell).padStart(10)).join('')}\n`);
}

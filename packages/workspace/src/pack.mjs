// Packs the published packages as their users will get them.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedPackages, root, runQuietly } from './workspace.mjs';

/**
 * A packed package: its tarball and its manifest.
 *
 * @typedef {{ name: string, exports: Record<string, unknown>, devDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, unknown> }} Manifest
 * @typedef {{ tarball: string, manifest: Manifest }} Packed
 */

/**
 * Packs every published package into `folder`.
 *
 * @param {string} folder
 */
export async function packAll(folder) {
  const packed = [];
  for (const name of publishedPackages) packed.push(await pack(folder, name));
  return packed;
}

/**
 * Builds the package of a folder of `packages`, and packs it into `folder`. pnpm does it, since it also writes real
 * versions where the manifests say `workspace:`.
 *
 * @param {string} folder
 * @param {string} name
 * @param {{ isBuilt?: boolean }} [options] with `isBuilt` it packs the build that is there
 * @returns {Promise<Packed>}
 */
export async function pack(folder, name, { isBuilt = false } = {}) {
  const { packageManager } = await readManifest(root);
  const cwd = join(root, 'packages', name);
  const before = new Set(await readdir(folder));
  const flags = ['--pack-destination', folder, `--config.ignore-scripts=${isBuilt}`];
  // Otherwise packing must build: a tarball of what happens to be there could be an old one, or an empty one.
  if (!isBuilt) await rm(join(cwd, 'dist'), { recursive: true, force: true });
  await runQuietly(
    `Packing packages/${name}`,
    ['npm', 'exec', '--yes', '--', packageManager, 'pack', ...flags],
    { cwd },
  );
  const tarball = (await readdir(folder)).find((file) => !before.has(file));
  return { tarball: join(folder, String(tarball)), manifest: await readManifest(cwd) };
}

/** @param {string} folder */
async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

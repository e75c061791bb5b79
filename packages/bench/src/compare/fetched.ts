import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  binaryOf,
  fetchPackages,
  fetchRuntimes,
  versionOf as runtimeVersion,
} from '@location-records/dev-kit/campaigns';
import { findProgram } from '@location-records/dev-kit/engines';
import type { ServerSettings } from '../shared/server-process.ts';

const ownFolder = join(import.meta.dirname, '..', '..');

/** Where the packages are that this campaign alone needs. */
export const fetchedFolder = join(ownFolder, 'node_modules', '.compare');

/**
 * better-sqlite3 13 carries its binaries inside the package, and needs Node.js 22. Observable Plot draws into a document,
 * which linkedom gives.
 */
const packages = ['better-sqlite3@13.2.0', '@observablehq/plot@0.6.17', 'linkedom@0.18.15'];

/** Installs the packages of this campaign the first time. */
export function fetchForComparison(): void {
  fetchPackages(fetchedFolder, packages);
}

/** What {@link versionOf} calls Node.js 22. */
export const newerNode = 'Node.js';

/** What a title says of Node.js 22. */
export const titleOfNode22 = `on Node.js ${runtimeVersion('node22')}`;

/** The same settings of servers for Node.js 22, which has SQLite built in. It is fetched the first time. */
export function onNode22(settings: ServerSettings): ServerSettings {
  fetchRuntimes(['node22']);
  return { ...settings, runtime: [binaryOf('node22')] };
}

/** The version of a package, a runtime or an engine of this machine with which this campaign compares. */
export async function versionOf(name: string): Promise<string> {
  if (name === newerNode) return versionOfProgram(binaryOf('node22'));
  if (name === 'PostgreSQL') return versionOfProgram(findProgram('postgres') ?? 'postgres');
  if (name === 'Redis') return versionOfProgram(findProgram('redis-server') ?? 'redis-server');
  if (name === 'bun' || name === 'deno') return runtimeVersion(name);
  const folder = name === 'better-sqlite3' ? fetchedFolder : ownFolder;
  const manifest = join(folder, 'node_modules', name, 'package.json');
  return JSON.parse(await readFile(manifest, 'utf8')).version;
}

function versionOfProgram(program: string): string {
  const line = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return /\d[\d.]+/.exec(line)?.[0] ?? '';
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../src/workspace.mjs';

/** What each published package may import of the workspace when it runs, by the name of its folder. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  conformance: ['core'],
  adapters: ['core'],
  'sqlite-node20': [],
  stores: ['core', 'sqlite-node20'],
  testing: ['core', 'adapters'],
  formats: ['core', 'sqlite-node20'],
  console: ['core', 'formats'],
  client: [],
  cli: [
    'core',
    'conformance',
    'adapters',
    'stores',
    'formats',
    'testing',
    'console',
    'client',
    'sqlite-node20',
  ],
};

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly devDependencies?: object;
  readonly peerDependencies?: object;
}

const packages = join(root, 'packages');
const folders = readdirSync(packages, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const manifests = new Map(folders.map((folder) => [folder, readManifest(folder)]));
const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
}

/** The packages of the workspace that the manifest of a package names, as folders. */
function needsOf(folder: string, { withTests }: { readonly withTests: boolean }): readonly string[] {
  const manifest = manifests.get(folder) as Manifest;
  const all = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
    ...(withTests && manifest.devDependencies),
  };
  return Object.keys(all).flatMap((name) => folderOf.get(name) ?? []);
}

// At the start of a line, because programs in strings are indented.
const imported = /^(?:import|export|\})(?:[^;']* from)? '([^']+)'|\bimport\('([^']+)'\)/gm;

/** What the modules in some parts of a package import: other packages of the workspace, and paths out of it. */
function importsOf(folder: string, parts: readonly string[]): ReadonlySet<string> {
  const imports = new Set<string>();
  for (const part of parts.filter((name) => existsSync(join(packages, folder, name)))) {
    for (const file of readdirSync(join(packages, folder, part), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|mjs)$/.test(file)) continue;
      const text = readFileSync(join(packages, folder, part, file), 'utf8');
      for (const [, from, called] of text.matchAll(imported)) {
        const name = from ?? called ?? '';
        const [own] = /^(?:@location-records\/[\w-]+|location-records)/.exec(name) ?? [];
        if (own) imports.add(folderOf.get(own) ?? own);
        else if (name.startsWith('.') && join(part, file, '..', name).startsWith('..')) imports.add(name);
      }
    }
  }
  imports.delete(folder);
  return imports;
}

describe.each(folders)('packages/%s', (folder) => {
  it('imports no package that its manifest does not name, and no file of another package by its path', () => {
    const needs = needsOf(folder, { withTests: true });
    const imports = [...importsOf(folder, ['src', 'page', 'mutants', 'test'])];
    expect(imports.filter((name) => !needs.includes(name))).toEqual([]);
  });
});

describe('the published packages', () => {
  it('are those that are not private', () => {
    const open = folders.filter((folder) => !manifests.get(folder)?.private);
    expect([...publishedPackages].sort()).toEqual(open.sort());
    expect(Object.keys(mayImport).sort()).toEqual(open.sort());
  });

  it.each(Object.entries(mayImport))(
    'packages/%s imports no other than %j when it runs',
    (folder, allowed) => {
      const needs = needsOf(folder, { withTests: false });
      expect(needs.filter((name) => !allowed.includes(name))).toEqual([]);
      expect([...importsOf(folder, ['src'])].filter((name) => !needs.includes(name))).toEqual([]);
    },
  );

  it('are built in the order in which they need each other, for their tests too', () => {
    for (const [place, folder] of publishedPackages.entries()) {
      const needs = needsOf(folder, { withTests: true });
      expect(needs.filter((need) => publishedPackages.indexOf(need) > place)).toEqual([]);
    }
  });

  it('share one version', () => {
    const { fixed } = JSON.parse(readFileSync(join(root, '.changeset', 'config.json'), 'utf8'));
    expect([...fixed[0]].sort()).toEqual(publishedPackages.map((name) => manifests.get(name)?.name).sort());
  });
});

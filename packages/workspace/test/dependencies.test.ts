import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../src/workspace.mjs';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

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
  cli: ['core', 'conformance', 'adapters', 'stores', 'formats', 'testing', 'console', 'sqlite-node20'],
};

/** The folders of a package with modules of its own; the console has the page of the map. */
const ownParts = ['src', 'page', 'mutants', 'test'];

const packages = join(root, 'packages');
const folders = readdirSync(packages, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const manifests = new Map(folders.map((folder) => [folder, readManifest(folder)]));
const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
}

/** The folders of the workspace's packages among some dependencies. */
function workspaceOf(dependencies: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.keys(dependencies).flatMap((name) => folderOf.get(name) ?? []);
}

function runtimeOf(folder: string): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies } = manifests.get(folder) ?? {};
  return [dependencies, optionalDependencies, peerDependencies].flatMap(workspaceOf);
}

function needsOf(folder: string): readonly string[] {
  return [...runtimeOf(folder), ...workspaceOf(manifests.get(folder)?.devDependencies)];
}

/** The first way from a package back to itself, as names of folders. */
function findCycle(folder: string, way: readonly string[] = []): readonly string[] | undefined {
  if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
  for (const need of needsOf(folder)) {
    const cycle = findCycle(need, [...way, folder]);
    if (cycle) return cycle;
  }
  return undefined;
}

/** A module of a package, as a path from the folder of the packages, with what it imports. */
interface SourceFile {
  readonly path: string;
  readonly imports: readonly string[];
}

// At the start of a line: programs that are written in strings are indented.
const imported = /^(?:import|export|\})(?:[^;']* from)? '([^']+)'|\bimport\('([^']+)'\)/gm;

/** The modules in some parts of a package. */
function modulesOf(folder: string, parts: readonly string[]): readonly SourceFile[] {
  return parts
    .map((part) => join(packages, folder, part))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const text = readFileSync(path, 'utf8');
      const imports = [...text.matchAll(imported)].map(([, from, called]) => from ?? called ?? '');
      return { path: relative(packages, path), imports };
    });
}

/** The modules that a module imports by their paths, as paths from the folder of the packages. */
function pathsIn({ path, imports }: SourceFile): readonly string[] {
  return imports.filter((name) => name.startsWith('.')).map((name) => join(dirname(path), name));
}

/** The workspace's packages that some parts of a package import, as names of folders. */
function importedBy(folder: string, parts: readonly string[]): readonly string[] {
  const names = modulesOf(folder, parts)
    .flatMap(({ imports }) => imports)
    .flatMap((name) => /^(?:@location-records\/[\w-]+|location-records)/.exec(name) ?? []);
  return [...new Set(names)].map((name) => folderOf.get(name) ?? name).sort();
}

/** The first way of imports from a module back to itself. */
function findCircle(modules: readonly SourceFile[]): readonly string[] | undefined {
  const imports = new Map(modules.map((module) => [module.path, pathsIn(module)]));
  const done = new Set<string>();
  const search = (path: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of imports.get(path) ?? []) {
      const circle = search(next, [...way, path]);
      if (circle) return circle;
    }
    done.add(path);
    return undefined;
  };
  for (const { path } of modules) {
    const circle = search(path, []);
    if (circle) return circle;
  }
  return undefined;
}

describe.each(folders)('packages/%s', (folder) => {
  it('does not depend on itself, its development dependencies included', () => {
    expect(findCycle(folder)).toBeUndefined();
  });

  it('declares every package of the workspace that it imports', () => {
    const undeclared = importedBy(folder, ownParts).filter(
      (name) => name !== folder && !needsOf(folder).includes(name),
    );
    expect(undeclared).toEqual([]);
  });

  it('imports no file of another package by its path', () => {
    const reached = modulesOf(folder, ownParts).filter((module) =>
      pathsIn(module).some((path) => !path.startsWith(`${folder}${sep}`)),
    );
    expect(reached.map(({ path }) => path)).toEqual([]);
  });

  it('has no circle of modules that import each other', () => {
    expect(findCircle(modulesOf(folder, ownParts))).toBeUndefined();
  });
});

describe('the published packages', () => {
  it('are those that are not private', () => {
    const open = folders.filter((folder) => !manifests.get(folder)?.private);
    expect([...publishedPackages].sort()).toEqual(open.sort());
    expect(Object.keys(mayImport).sort()).toEqual(open.sort());
  });

  it.each(Object.entries(mayImport))('packages/%s needs no other than %j when it runs', (folder, allowed) => {
    expect(runtimeOf(folder).filter((name) => !allowed.includes(name))).toEqual([]);
    const others = importedBy(folder, ['src']).filter((name) => name !== folder);
    expect(others.filter((name) => !runtimeOf(folder).includes(name))).toEqual([]);
  });

  it('are listed each behind those that it needs, for its tests too', () => {
    for (const [place, folder] of publishedPackages.entries()) {
      const later = needsOf(folder).filter((need) => publishedPackages.indexOf(need) > place);
      expect(later).toEqual([]);
    }
  });

  it('share one version', () => {
    const { fixed } = JSON.parse(readFileSync(join(root, '.changeset', 'config.json'), 'utf8'));
    expect([...fixed[0]].sort()).toEqual(publishedPackages.map((name) => manifests.get(name)?.name).sort());
  });
});

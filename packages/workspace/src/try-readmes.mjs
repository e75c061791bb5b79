// Follows the READMEs as a stranger does: installs what their lines install, and compiles their programs with
// that.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedFor, packagesOf, programsOf, readReadmes } from './readme-blocks.mjs';
import { root, runQuietly } from './workspace.mjs';

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2023',
  // Without the DOM's, so that `Request` and `Response` are those of Node.js.
  lib: ['es2024'],
  types: ['node'],
  noEmit: true,
};

/** Packages whose own types do not compile: those of h3 and msw need the DOM's, and those of Koa lack one. */
const looselyTyped = ['h3', 'koa', 'msw'];

/** How a compiler may look for packages: as Node.js does, or as bundlers do. */
const compilations = [
  { module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck: false },
  { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
];

/**
 * What the lines of the READMEs install beside the packages of the workspace, in the versions that these are
 * tested with.
 *
 * @returns {Promise<readonly string[]>}
 */
export async function packagesOfReadmes() {
  const versions = await testedVersions();
  const names = new Set(readReadmes().flatMap(installedFor));
  return [...names].flatMap((name) => {
    const version = versions.get(name);
    if (version?.startsWith('workspace:') || name === 'location-records') return [];
    return [version === undefined ? name : `${name}@${version}`];
  });
}

/** @returns {Promise<ReadonlyMap<string, string>>} */
async function testedVersions() {
  const entries = await readdir(join(root, 'packages'), { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(root, 'packages', name));
  const manifests = await Promise.all(
    [root, ...folders].map(async (folder) =>
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    ),
  );
  return new Map(
    manifests.flatMap(({ dependencies = {}, devDependencies = {} }) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    ),
  );
}

/**
 * Compiles the programs of all READMEs, each as it stands.
 *
 * @param {string} folder where the packed packages are installed, and what the READMEs install
 */
export async function tryReadmes(folder) {
  const cwd = join(folder, 'readmes');
  await mkdir(cwd);
  const programs = readReadmes()
    .filter((readme) => installedFor(readme).length > 0)
    .flatMap((readme) =>
      programsOf(readme).map(({ text, line }) => ({
        file: `${readme.path.replaceAll(/\W/g, '-')}-${line}.mts`,
        text,
        isLoose: packagesOf(text).some((name) => looselyTyped.includes(name)),
      })),
    );
  for (const { file, text } of programs) await writeFile(join(cwd, file), text);
  const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const options of compilations) {
    const files = programs.filter(({ isLoose }) => options.skipLibCheck || !isLoose).map(({ file }) => file);
    const settings = { compilerOptions: { ...compilerOptions, ...options }, files };
    await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify(settings));
    const what = `The strict type check of the READMEs with moduleResolution ${options.moduleResolution}`;
    await runQuietly(what, [process.execPath, tsc, '-p', '.'], { cwd });
  }
}

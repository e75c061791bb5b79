// Installs and builds what is not installed or built yet. Needs nothing but Node.js and npm.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { publishedPackages, root, run, runQuietly, StepError } from './workspace.mjs';

const recordFile = join(root, 'node_modules', '.location-records-set-up.json');

/**
 * Installs the dependencies and builds the packages, each only when something has changed since last time.
 */
export async function setUp() {
  const done = await readRecord();
  const install = await hashOf([join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml')]);
  if (done.install !== install) {
    await installDependencies();
    await writeRecord({ install });
  }
  const build = await hashOf(await sourceFiles());
  if (done.install !== install || done.build !== build || !publishedPackages.every(isBuilt)) {
    await buildPackages();
    await writeRecord({ install, build });
  }
}

/** Builds each package as soon as those that it needs are built. */
async function buildPackages() {
  /** @type {Map<string, Promise<void>>} */
  const builds = new Map();
  for (const name of publishedPackages) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      await readFile(join(folderOf(name), 'package.json'), 'utf8'),
    );
    const names = Object.keys({ ...dependencies, ...devDependencies });
    const needed = names.map((dependency) => builds.get(basename(dependency)));
    builds.set(
      name,
      Promise.all(needed).then(() => buildPackage(name)),
    );
  }
  await Promise.all(builds.values());
}

/** @param {string} name */
async function buildPackage(name) {
  process.stderr.write(`Building packages/${name} …\n`);
  const cwd = folderOf(name);
  const ownBuild = ['--import', 'tsx', 'build/main.ts'];
  const tsup = [join(root, 'node_modules', 'tsup', 'dist', 'cli-default.js')];
  const build = existsSync(join(cwd, 'build', 'main.ts')) ? ownBuild : tsup;
  // A campaign of bench may name a tsconfig for tsx by a path in its own folder.
  const env = { TSX_TSCONFIG_PATH: undefined };
  await runQuietly(`The build of packages/${name}`, [process.execPath, ...build], { cwd, env });
}

/**
 * Installs the dependencies by the version of pnpm that the workspace names; on a terminal its progress
 * shows.
 */
async function installDependencies() {
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  process.stderr.write(
    `Fetching ${packageManager}, and installing the dependencies with it (only the first time) …\n`,
  );
  const install = ['install', '--frozen-lockfile', '--config.confirm-modules-purge=false'];
  const command = /** @type {const} */ (['npm', 'exec', '--yes', '--', packageManager, ...install]);
  if (!process.stderr.isTTY) {
    await runQuietly('The installation', command);
    return;
  }
  const { code } = await run(command, { output: process.stderr });
  if (code !== 0) throw new StepError('The installation failed; see above.');
}

/** @param {string} name */
const folderOf = (name) => join(root, 'packages', name);

/** @param {string} name */
const isBuilt = (name) => existsSync(join(folderOf(name), 'dist'));

async function sourceFiles() {
  const files = [join(root, 'tsconfig.base.json'), join(root, 'packages/workspace/src/library-build.ts')];
  for (const name of publishedPackages) {
    const folder = folderOf(name);
    const configuration = ['package.json', 'tsup.config.ts', 'tsconfig.json'];
    files.push(...configuration.map((file) => join(folder, file)).filter((file) => existsSync(file)));
    // The page of the map is part of the console.
    for (const part of ['src', 'build', join('page', 'src'), join('page', 'build')]
      .map((name) => join(folder, name))
      .filter((path) => existsSync(path))) {
      const entries = await readdir(part, { recursive: true, withFileTypes: true });
      files.push(
        ...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
      );
    }
  }
  return files.sort();
}

/** @param {readonly string[]} files */
async function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

/** @returns {Promise<{ install?: string, build?: string }>} */
async function readRecord() {
  try {
    return JSON.parse(await readFile(recordFile, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {{ install: string, build?: string }} record */
async function writeRecord(record) {
  await mkdir(join(root, 'node_modules'), { recursive: true });
  await writeFile(recordFile, JSON.stringify(record));
}

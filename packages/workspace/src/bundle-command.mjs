// Bundles the command once for all tests that spawn it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrograms } from './bundle-programs.mjs';
import { root } from './workspace.mjs';

const command = join(root, 'packages', 'cli', 'src', 'bin.ts');

/**
 * A global setup of vitest: gives every test the path of the bundled command, as `inject('command')`.
 *
 * @param {import('vitest/node').TestProject} project
 */
export default async function setUp(project) {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-command-'));
  await bundlePrograms({ bin: command }, folder);
  project.onTestsRerun(() => bundlePrograms({ bin: command }, folder));
  project.provide('command', join(folder, 'bin.mjs'));
  return () => rm(folder, { recursive: true });
}

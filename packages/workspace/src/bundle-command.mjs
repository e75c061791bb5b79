// Bundles the command once for all tests that spawn it.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrograms } from './bundle-programs.mjs';
import { root, StepError } from './workspace.mjs';

const command = join(root, 'packages', 'cli', 'src', 'bin.ts');

/** The files of the map are built even when everything else runs from source. */
const mapPage = join(root, 'packages', 'console', 'dist', 'map-assets.cjs');

/**
 * A global setup of vitest: gives every test the path of the bundled command, as `inject('command')`.
 *
 * @param {import('vitest/node').TestProject} project
 */
export default async function setUp(project) {
  if (!existsSync(mapPage))
    throw new StepError('The page of the map is not built. Run "npm run build" first.');
  const folder = await mkdtemp(join(tmpdir(), 'location-records-command-'));
  await bundlePrograms({ bin: command }, folder);
  project.onTestsRerun(() => bundlePrograms({ bin: command }, folder));
  project.provide('command', join(folder, 'bin.mjs'));
  return () => rm(folder, { recursive: true });
}

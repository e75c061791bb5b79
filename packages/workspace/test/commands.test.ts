import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { root } from '../src/workspace.mjs';

/** Runs a program to its end. */
function run(program: string, args: readonly string[], { cwd = root, env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

it('npm start names every flag of serve that npm has kept for itself', () => {
  const { stdout: help } = run(process.execPath, [inject('command'), 'serve', '--help']);
  const flags = [...help.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name = '']) => name);
  expect(flags).toContain('strict-coordinates');
  const start = join(root, 'packages', 'workspace', 'src', 'start.mjs');
  // Of `--no-areas` npm makes an empty `areas`.
  const isNo = (flag: string) => flag.startsWith('no-');
  for (const kept of [flags.filter((flag) => !isNo(flag)), flags.filter(isNo)]) {
    const env = Object.fromEntries(
      kept.map((flag) => [
        `npm_config_${flag.replace(/^no-/, '').replaceAll('-', '_')}`,
        isNo(flag) ? '' : 'true',
      ]),
    );
    const { code, stderr } = run(process.execPath, [start], { env });
    expect(code).toBe(1);
    for (const flag of kept) expect(stderr).toMatch(new RegExp(`^npm takes .*--${flag}[, ].*\n$`));
  }
});

it('npx location-records runs the command of a clone in each of its folders, and asks no registry', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'location-records-clone-'));
  onTestFinished(() => rm(clone, { recursive: true }));
  const manifests = (await readdir(join(root, 'packages'))).map((name) =>
    join('packages', name, 'package.json'),
  );
  for (const manifest of ['package.json', ...manifests])
    await cp(join(root, manifest), join(clone, manifest));
  const command = join(clone, 'packages', 'workspace', 'src', 'command.mjs');
  await mkdir(dirname(command));
  const program = '#!/usr/bin/env node\nconsole.log(...process.argv.slice(2));\n';
  await writeFile(command, program, { mode: 0o755 });
  // Nothing listens there: a request to a registry fails.
  const env = {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_cache: join(clone, 'cache'),
  };
  for (const folder of ['.', 'packages', 'packages/workspace/src']) {
    const { code, stdout } = run('npx', ['location-records', 'serve'], { cwd: join(clone, folder), env });
    expect({ folder, code, stdout }).toEqual({ folder, code: 0, stdout: 'serve\n' });
  }
});

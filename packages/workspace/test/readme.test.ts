import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCli } from '../../cli/test/spawn-cli.ts';
import { root } from '../src/workspace.mjs';
import { commandsOf, promisedLines, readReadmes } from './readme-blocks.ts';
import { isServed, serverFor } from './readme-servers.ts';

const fromSource = new URL('../src/from-source.mjs', import.meta.url).href;
const readmes = readReadmes();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-readme-'));
  // The frameworks in which the service is mounted, as whoever copies the program would have installed them.
  await symlink(join(root, 'packages', 'matrix', 'node_modules'), join(folder, 'node_modules'), 'junction');
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(readmes)('$path', ({ folder: home, text, blocks }) => {
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);

  it('links to files that exist', () => {
    expect(links.filter((link) => !existsSync(join(home, link)))).toEqual([]);
  });

  const programs = blocks.filter(({ language }) => language === 'js');
  it.each(programs.filter(isServed))(
    'runs the program of line $line',
    async ({ text: program, line }) => {
      const { env, stop } = await serverFor(program);
      try {
        const { output, errors, code } = await runProgram(program, join(folder, `program-${line}.mjs`), env);
        expect({ errors, code }).toEqual({ errors: '', code: 0 });
        for (const expected of promisedLines(program)) expect(output).toContain(expected);
      } finally {
        await stop();
      }
    },
    60_000,
  );

  it('shows no session where no test would run it', () => {
    const hidden = blocks.filter(
      ({ language, text: block }) => language !== 'console' && /^\$ /m.test(block),
    );
    expect(hidden.map(({ line }) => line)).toEqual([]);
  });

  const sessions = blocks.filter(({ language }) => language === 'console');
  it.each(sessions)('shows the session of line $line as it is', async ({ text: session }) => {
    const cli = await startCli(['--port', '0', '--store', 'memory:', '--quiet']);
    try {
      for (const { command, output } of commandsOf(session)) {
        const real = command.replaceAll('http://127.0.0.1:8080', cli.url.replace(/\/$/, ''));
        const { stdout } = await promisify(exec)(real.replace(/^curl /, 'curl --silent --show-error '));
        expect(`${command}\n${stdout.replace(/\n$/, '')}`).toBe(`${command}\n${output}`);
      }
    } finally {
      await cli.stop();
    }
  });
});

/** Runs a program to its end; one that waits for SIGTERM gets it once it has printed something. */
async function runProgram(program: string, file: string, env: NodeJS.ProcessEnv) {
  await writeFile(file, program);
  const child = spawn(process.execPath, ['--import', fromSource, file], {
    cwd: folder,
    stdio: 'pipe',
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'close');
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (program.includes("'SIGTERM'")) child.kill('SIGTERM');
  });
  const [code] = await ended;
  return { output, errors, code };
}

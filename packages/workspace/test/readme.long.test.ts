import { exec, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@location-records/workspace/engines';
import { itUnless, lacks, startCli } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePrograms } from '../src/bundle-programs.mjs';
import {
  commandsOf,
  installedFor,
  packagesOf,
  programsOf,
  promisedLines,
  type Readme,
  readReadmes,
} from '../src/readme-blocks.mjs';
import { root } from '../src/workspace.mjs';
import { needsOf, serverFor } from './readme-servers.ts';

const readmes = readReadmes();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-readme-'));
  // The frameworks in which the service is mounted, as a user who copies the program would have installed
  // them.
  await symlink(join(root, 'packages', 'bench', 'node_modules'), join(folder, 'node_modules'), 'junction');
  await bundleAll();
});

afterAll(() => rm(folder, { recursive: true }));

// At once, because most programs wait more than they work.
describe.concurrent.each(readmes)('$path', (readme) => {
  const { home, blocks } = readme;

  for (const { text: shown, line } of programsOf(readme)) {
    itUnless(lacks(needsOf(shown)))(`runs the program of line ${line}`, async () => {
      const { env, stop } = await serverFor(shown);
      try {
        const { output, errors, code } = await runProgram(nameOf(readme, line), shown, env);
        expect({ errors, code }).toEqual({ errors: '', code: 0 });
        for (const expected of promisedLines(shown)) expect(output).toContain(expected);
      } finally {
        await stop();
      }
    });
  }

  it('has a line that installs it for each package that its programs import', () => {
    const { private: isPrivate } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    // The workspace itself is private, and what its README shows is for users.
    if (isPrivate && relative(root, home) !== '') return expect(installedFor(readme)).toEqual([]);
    const needed = programsOf(readme).flatMap(({ text: program }) => packagesOf(program));
    expect(installedFor(readme)).toEqual(expect.arrayContaining(needed));
  });

  it('has no comment after a command, because zsh reads it as arguments', () => {
    const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'));
    expect(lines.filter((line) => /\S.*\s#/.test(line))).toEqual([]);
  });

  it('shows sessions only in blocks that tests run', () => {
    const hidden = blocks.filter(
      ({ language, text: block }) => language !== 'console' && /^\$ /m.test(block),
    );
    expect(hidden.map(({ line }) => line)).toEqual([]);
  });

  for (const { text, line, language } of blocks) {
    const other = otherLanguages[language];
    if (other === undefined) continue;
    itUnless(lacks(other))(`runs the ${language} program of line ${line}`, async () => {
      const cli = await startServerOf(text);
      try {
        const file = join(folder, `${nameOf(readme, line)}.${other.ending}`);
        await writeFile(file, text.replaceAll('http://127.0.0.1:8080', cli.url.replace(/\/$/, '')));
        const { stdout } = await promisify(execFile)(other.program, [...other.args, file]);
        const promised = [...text.matchAll(other.promise)].map(([, shown]) => shown);
        expect(stdout.trimEnd().split('\n')).toEqual(promised);
      } finally {
        await cli.stop();
      }
    });
  }

  const sessions = blocks.filter(({ language }) => language === 'console');
  for (const { text: session, line } of sessions) {
    const needed = session.includes('ogr2ogr') ? { program: 'ogr2ogr' } : {};
    itUnless(lacks(needed))(`shows the session of line ${line} as it is`, async () => {
      const cli = await startServerOf(session);
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
  }
});

/** How programs of other languages are run, and how a line of them shows what it prints. */
const otherLanguages: Readonly<Record<string, OtherLanguage>> = {
  python: { program: 'python3', args: [], ending: 'py', promise: /^print\(.*\) {2}# (.*)$/gm },
  go: {
    program: 'go',
    args: ['run'],
    ending: 'go',
    promise: /^\tfmt\.Println\(.*\) +\/\/ (.*)$/gm,
  },
};

interface OtherLanguage {
  readonly program: string;
  readonly args: readonly string[];
  readonly ending: string;
  readonly promise: RegExp;
}

/** Starts the command with which a session or a program speaks. */
function startServerOf(text: string) {
  const args = ['--port', '0', '--quiet'];
  if (text.includes('/-/fake')) return startCli(args, { command: 'fake' });
  const areas = text.includes('/-/records') ? ['--areas'] : [];
  const etags = text.includes('If-Match') ? ['--etags'] : [];
  return startCli([...args, '--store', 'memory:', ...areas, ...etags]);
}

/** The name of a program's file, without its ending. */
function nameOf({ path }: Readme, line: number): string {
  return `${path.replaceAll(/\W/g, '-')}-${line}`;
}

/** Stands for the port on which a program listens: port 8080 may be in use here. */
const portMark = 'PORT_OF_THIS_PROGRAM';

/** Bundles all programs at once, because they share most of their modules. */
async function bundleAll(): Promise<void> {
  const files: Record<string, string> = {};
  for (const readme of readmes) {
    for (const { text, line, language } of programsOf(readme)) {
      const name = nameOf(readme, line);
      files[name] = join(folder, `${name}.m${language}`);
      await writeFile(files[name], listens(text) ? text.replaceAll('8080', portMark) : text);
    }
  }
  await bundlePrograms(files, join(folder, 'bundled'));
}

function listens(program: string): boolean {
  return program.includes('.listen(8080,');
}

/** Runs a program to its end; one that waits for SIGTERM gets it once it has printed something. */
async function runProgram(name: string, program: string, env: NodeJS.ProcessEnv) {
  const bundled = join(folder, 'bundled', `${name}.mjs`);
  const port = listens(program) ? String(await freePort()) : '8080';
  if (listens(program)) {
    await writeFile(bundled, (await readFile(bundled, 'utf8')).replaceAll(portMark, port));
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundled], {
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
  return { output: output.replaceAll(port, '8080'), errors, code };
}

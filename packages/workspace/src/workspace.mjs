// Shared by the commands of this folder: paths, and how to run a program.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the workspace, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The published packages. Each comes after those that it needs. */
export const publishedPackages = [
  'core',
  'conformance',
  'adapters',
  'sqlite-node20',
  'stores',
  'formats',
  'testing',
  'console',
  'client',
  'cli',
];

/**
 * Runs a program and resolves to its exit code; with `output: 'pipe'` also to what it printed.
 *
 * @param {readonly [string, ...string[]]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'pipe' | NodeJS.WriteStream }}
 * [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run([program, ...args], { cwd = root, env = {}, output = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
      // npm is a script there, which only a shell can start.
      shell: process.platform === 'win32',
    });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/**
 * Runs a step, and shows its output only if it fails.
 *
 * @param {string} what
 * @param {readonly [string, ...string[]]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function runQuietly(what, command, options) {
  const { code, output } = await run(command, { ...options, output: 'pipe' });
  if (code !== 0) throw new StepError(`${what} failed:\n${output}`);
  return output;
}

/** A step failed. The message says everything about it. */
export class StepError extends Error {}

/**
 * Runs a command of this folder, and turns its failure into one message and a non-zero exit code.
 *
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(
      `${error instanceof StepError ? error.message : String(/** @type {Error} */ (error).stack)}\n`,
    );
    process.exitCode = 1;
  }
}

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { print } from './print.ts';

/** The build of the workspace: `npm run build`. */
const build = fileURLToPath(new URL('../build.mjs', import.meta.url));

/** Records whether a condition holds. One that does not is printed, and fails the program. */
export type Check = (title: string, holds: boolean) => void;

/**
 * Parses the command line by `parseArgs` of Node.js. A mistake ends the process with one line and exit code
 * 2.
 */
export function readFlags<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    return endWithUsage((error as Error).message.replaceAll(/\s+/g, ' '));
  }
}

/** Parses the value of a flag as a whole number from 1, or returns the default. */
export function wholeNumber(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  return /^[1-9]\d{0,9}$/.test(text)
    ? Number(text)
    : endWithUsage(`--${flag} must be a whole number from 1.`);
}

/** Finds the items with a text in their names, all without it. Without such an item it ends the process. */
export function itemsNamed<Item extends { readonly name: string }>(
  part: string | undefined,
  items: readonly Item[],
): readonly Item[] {
  const found = items.filter(({ name }) => name.includes(part ?? ''));
  if (found.length > 0) return found;
  return endWithUsage(`Choose a part of ${items.map(({ name }) => JSON.stringify(name)).join(', ')}.`);
}

/** Prints a mistake in the command line, and ends the process with exit code 2. */
function endWithUsage(message: string): never {
  process.stderr.write(`${message} The README lists the flags.\n`);
  process.exit(2);
}

/** Builds the packages that have changed. A failure, which the build has printed, ends the process. */
export function buildPackages(): void {
  const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

/** Builds the packages, runs a program of bench, and fails the process unless every check holds. */
export async function runCampaign(act: (check: Check) => Promise<void>): Promise<void> {
  // Makes Ctrl-C an ordinary exit, which ends the started processes.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  buildPackages();
  print(`Node ${process.version}, ${process.platform} ${process.arch}`);
  let [passed, failed] = [0, 0];
  await act((title, holds) => {
    if (holds) {
      passed++;
    } else {
      failed++;
      print(`FAILED: ${title}`);
    }
  });
  print(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

/** Passes a new folder to `act`, and removes it with its contents afterwards. */
export async function withTemporaryFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-bench-'));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  endChild,
  print,
  printTable,
  startChild,
  withTemporaryFolder,
} from '@location-records/workspace/campaigns';
import { hostileFiles } from './hostile-files.ts';
import { makeOriginals, mutated } from './mutated-files.ts';
import { type Settings, seededRandom } from './settings.ts';

const script = fileURLToPath(new URL('read-files.mjs', import.meta.url));

/** How long a file may take, and how much memory a process that reads many may have. */
const limits = { time: 30_000, memory: 256 * 2 ** 20 } as const;

/**
 * Reads hostile files, and mutations of good ones. Each must end before its deadline, with bounded memory, and
 * with records or a message in one line. Those that do not are kept in the folder of temporary files.
 */
export async function fuzzFiles({ seed, seconds, check }: Settings): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const reader = new FileReader();
    for (const [name, write] of Object.entries(hostileFiles)) {
      const path = join(folder, name);
      await write(path);
      await reader.read(path);
      // A new process for each, so that its peak memory is known.
      await reader.restart();
    }
    const random = seededRandom(seed);
    const originals = await makeOriginals(folder);
    const counts = new Map(originals.map(({ name }) => [name, 0]));
    const end = performance.now() + 1000 * seconds;
    for (let turn = 0; performance.now() < end; turn++) {
      const original = originals[turn % originals.length] as (typeof originals)[number];
      const path = join(folder, original.name);
      await writeFile(path, mutated(original, random));
      await reader.read(path);
      counts.set(original.name, (counts.get(original.name) ?? 0) + 1);
    }
    await reader.restart();
    printTable(
      ['files', 'mutations'],
      [...counts].map(([name, count]) => [name, String(count)]),
    );
    const mebibytes = (reader.peak / 2 ** 20).toFixed(0);
    print(`The largest memory was ${mebibytes} MiB, with ${reader.peakFile}.`);
    check('fuzz-files: each ends in time and memory, with records or one line', reader.problems === 0);
  });
}

/** Reads files in a child process, one after another. */
class FileReader {
  problems = 0;
  /** The largest memory, and the file after which it was measured. */
  peak = 0;
  peakFile = '';
  #child: ChildProcess | undefined;

  async read(path: string): Promise<void> {
    this.#child ??= startChild([process.execPath, script], ['ignore', 'inherit', 'inherit', 'ipc']);
    const child = this.#child;
    child.send(path);
    const timer = new AbortController();
    const outcome = await Promise.race([
      once(child, 'message', timer).then(([message]) => message as { problem?: string; memory: number }),
      once(child, 'exit', timer).then(() => 'ended the process' as const),
      setTimeout(limits.time, 'took too long' as const, timer),
    ]);
    timer.abort();
    if (typeof outcome === 'string') return this.#report(path, outcome);
    if (outcome.memory > this.peak) [this.peak, this.peakFile] = [outcome.memory, basename(path)];
    if (outcome.problem !== undefined) return this.#report(path, outcome.problem);
    if (outcome.memory > limits.memory) {
      await this.#report(path, `took ${(outcome.memory / 2 ** 20).toFixed(0)} MiB`);
    }
  }

  /** Reads the next file in another process. */
  async restart(): Promise<void> {
    if (this.#child) await endChild(this.#child, 'SIGKILL');
    this.#child = undefined;
  }

  async #report(path: string, problem: string): Promise<void> {
    this.problems++;
    const kept = join(tmpdir(), 'location-records-files', `${this.problems}-${basename(path)}`);
    await mkdir(join(tmpdir(), 'location-records-files'), { recursive: true });
    await copyFile(path, kept);
    print(`${kept} ${problem}`);
    await this.restart();
  }
}

import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const mebi = 1024;
const intervalMs = 500;
/** RSS counts as stable when it has moved by less than this, in MiB, over `stableSamples` samples. */
const stableWithin = 1;
const stableSamples = 6;
const maxSamples = 120;

/** Resident memory of a process (`VmRSS`) or its peak since `resetPeak` (`VmHWM`), in MiB. */
export async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / mebi;
}

/** Resets the peak that the kernel counts. Only the owner of the process may do so (proc(5)). */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** Waits for at most a minute until the memory of the process is stable, and resolves to its RSS in MiB. */
export async function settledMemory(pid: number): Promise<number> {
  const samples: number[] = [];
  while (samples.length < maxSamples) {
    samples.push(await memoryOf(pid, 'VmRSS'));
    const last = samples.slice(-stableSamples);
    if (last.length === stableSamples && Math.max(...last) - Math.min(...last) < stableWithin) break;
    await setTimeout(intervalMs);
  }
  return samples.at(-1) ?? Number.NaN;
}

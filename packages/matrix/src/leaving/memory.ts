import { setTimeout } from 'node:timers/promises';
import { memoryOf, type Verdict } from '@location-records/dev-kit/campaigns';

/** The memory of a process, in MiB. */
export interface Memory {
  /** All that is resident. */
  readonly resident: number;
  /** The heap in use, and buffers outside it; 0 where the runtime does not report them. */
  readonly heap: number;
}

const mebi = 1024 * 1024;
/** A collection that frees less than this, in MiB, is the last one. */
const minFreed = 1;
/** The pause between two collections, in milliseconds: runtimes free buffers, and give memory back, some time later. */
const interval = 100;

/**
 * How many MiB the memory may grow by. The heap varies by some tenths, and a client of which one message is left costs
 * 6 KiB. Resident memory varies by up to 20 once the host is warm, because young generations and allocators keep what
 * they needed once. A piece of the list is 64 KiB.
 */
const maxGrowth: Memory = { heap: 2, resident: 32 };

/**
 * The memory of a process when collecting its garbage frees nothing more. `collectGarbage` collects it once, and resolves
 * to the bytes that are left on the heap.
 */
export async function memoryHeld(pid: number, collectGarbage: () => Promise<number>): Promise<Memory> {
  const collect = async (): Promise<Memory> => {
    const heap = (await collectGarbage()) / mebi;
    return { resident: await memoryOf(pid, 'VmRSS'), heap };
  };
  let before = await collect();
  for (;;) {
    await setTimeout(interval);
    const now = await collect();
    if (before.resident - now.resident < minFreed && before.heap - now.heap < minFreed) return now;
    before = now;
  }
}

/** Checks that the minimum of the last `count` rounds is not much more than the maximum of the first `count`. */
export function checkGrowth(memory: readonly Memory[], count: number, check: Verdict['check']): void {
  for (const kind of ['heap', 'resident'] as const) {
    const figures = memory.map((figure) => figure[kind]);
    const growth = Math.min(...figures.slice(-count)) - Math.max(...figures.slice(0, count));
    const max = maxGrowth[kind];
    check(`the ${kind} memory grew by at most ${max} MiB, not ${growth.toFixed(1)}`, growth <= max);
  }
}

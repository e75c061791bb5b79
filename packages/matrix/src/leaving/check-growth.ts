import type { Verdict } from '@location-records/dev-kit/campaigns';
import type { Memory } from './memory-held.ts';

/**
 * How many MiB the memory may grow by. The heap varies by some tenths, and clients that leave one message behind each cost
 * 6 KiB each. Resident memory varies by up to 20 once the host is warm, since young generations and allocators keep what
 * they needed once; a piece of the list is 64 KiB.
 */
const maxGrowth: Memory = { heap: 2, resident: 32 };

/** Checks that the least of the last rounds is not much more than the most of the first, which are as many. */
export function checkGrowth(memory: readonly Memory[], first: number, check: Verdict['check']): void {
  for (const kind of ['heap', 'resident'] as const) {
    const figures = memory.map((figure) => figure[kind]);
    const growth = Math.min(...figures.slice(-first)) - Math.max(...figures.slice(0, first));
    const max = maxGrowth[kind];
    check(`the ${kind} memory grew by at most ${max} MiB, not ${growth.toFixed(1)}`, growth <= max);
  }
}

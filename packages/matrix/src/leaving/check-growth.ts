import type { Verdict } from '@location-records/dev-kit/campaigns';
import type { Memory } from './memory-held.ts';

/**
 * By how many MiB the memory may have grown. What is on the heap moves by some tenths, while clients that leave one
 * message behind each cost 6 KiB each. What is resident moves by up to 20, since young generations and allocators keep
 * what they needed once; a piece of the list is 64 KiB.
 */
const mostGrowth: Memory = { heap: 2, resident: 32 };

/** Checks that the least of the last rounds is not much more than the most of the first, which are as many. */
export function checkGrowth(memory: readonly Memory[], first: number, check: Verdict['check']): void {
  for (const kind of ['heap', 'resident'] as const) {
    const figures = memory.map((figure) => figure[kind]);
    const growth = Math.min(...figures.slice(-first)) - Math.max(...figures.slice(0, first));
    const most = mostGrowth[kind];
    check(`the ${kind} memory grew by at most ${most} MiB, not ${growth.toFixed(1)}`, growth <= most);
  }
}

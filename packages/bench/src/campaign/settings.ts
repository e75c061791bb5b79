import type { Check } from '@location-records/workspace/campaigns';

/** How a campaign runs. */
export interface Settings {
  readonly rounds: number;
  readonly seed: number;
  /** How long a fuzz goes on. */
  readonly seconds: number;
  /** Whether to show only that everything works. */
  readonly isShort: boolean;
  readonly check: Check;
}

/** Returns a function that draws numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

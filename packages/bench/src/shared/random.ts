import { print } from '@location-records/dev-kit/campaigns';

/** A source of numbers from 0 to below 1 that gives the same sequence for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The largest seed. */
export const maxSeed = 2 ** 32 - 1;

/**
 * The seed that `--seed` names, or a new one. It is printed, with what it repeats.
 *
 * @param repeats what a run with the same seed has in common with this one.
 */
export function seedFrom(flag: number | undefined, repeats: string): number {
  const seed = flag ?? Math.floor(Math.random() * 2 ** 32);
  print(`Seed ${seed}: the same with --seed gives ${repeats}`);
  return seed;
}

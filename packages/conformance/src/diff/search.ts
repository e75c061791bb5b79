import fc from 'fast-check';
import { differingParts, shownIdentifier } from './compared-response.ts';
import type { CheckedOptions } from './diff-options.ts';
import type { Difference } from './diff-services.ts';
import { type BoundCall, sequences } from './generators/calls.ts';
import { requestOf, type Side } from './side.ts';

/** How many sequences are generated with one seed; the next ones have a seed that is as much higher. */
const sequencesPerSeed = 32;
/** The most sequences that are tried to show a difference in fewer calls. */
const maxShrinks = 1000;

/** Plays sequences until the calls are used up, and then shorter ones as soon as one has shown a difference. */
export async function search(
  sides: readonly [Side, Side],
  isLeftOut: (call: BoundCall) => boolean,
  { seed, calls, onProgress, signal }: CheckedOptions,
): Promise<Difference | undefined> {
  let found: Difference | undefined;
  let failure: { readonly error: unknown } | undefined;
  let made = 0;
  let shrinks = 0;

  const isOver = () =>
    failure !== undefined || signal?.aborted || (found ? shrinks >= maxShrinks : made >= calls);

  const holds = async (sequence: readonly BoundCall[]): Promise<boolean> => {
    const wanted = sequence.filter((call) => !isLeftOut(call));
    const played = await play(wanted.slice(0, found ? undefined : calls - made), ...sides);
    if (found) shrinks++;
    else made += played.made;
    if (played.difference) {
      const requests = wanted.slice(0, played.made).map((call) => requestOf(call, shownIdentifier));
      found = { seed, calls: made, requests, ...played.difference };
    }
    onProgress({ calls: made, shrinks });
    return played.difference === undefined;
  };
  const property = fc.asyncProperty(sequences, async (sequence) => {
    if (isOver()) return true;
    try {
      return await holds(sequence);
    } catch (error) {
      failure = { error };
      return true;
    }
  });

  // As many sequences as calls at most: there may be none of which a call is not left out.
  for (let played = 0; !found && !isOver() && played < calls; played += sequencesPerSeed) {
    await fc.check(property, { seed: (seed + played) | 0, numRuns: sequencesPerSeed });
  }
  // A difference counts, also when a failure kept it from being shown in fewer calls.
  if (found) return found;
  if (failure) throw failure.error;
  signal?.throwIfAborted();
  return undefined;
}

/** What a sequence showed. */
export interface Play {
  /** How many calls were made: all, or those up to the first one with different responses. */
  readonly made: number;
  /** What came to the last call, where the responses differ. */
  readonly difference?: Pick<Difference, 'responses' | 'parts'>;
}

/** Makes the calls of a sequence to both services, each after the response to the one before. Leaves no records. */
export async function play(sequence: readonly BoundCall[], a: Side, b: Side): Promise<Play> {
  let made = 0;
  try {
    for (const call of sequence) {
      made++;
      const responses = await Promise.all([a.call(call), b.call(call)]);
      const parts = differingParts(...responses);
      if (parts.length > 0) return { made, difference: { responses, parts } };
    }
    return { made };
  } finally {
    // A service that is gone is noticed by the next call, and must not hide what this run has shown.
    await Promise.allSettled([a.endRun(), b.endRun()]);
  }
}

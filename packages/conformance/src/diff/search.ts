import fc from 'fast-check';
import type { CaseRequest } from '../http/service.ts';
import type { ComparedPart, ComparedResponse, MissingResponse } from './compared-response.ts';
import { differingParts, shownIdentifier } from './compared-response.ts';
import type { CheckedOptions } from './diff-options.ts';
import { type BoundCall, sequences } from './generators/calls.ts';
import { requestOf, type Side } from './side.ts';

/** A sequence of calls to which two services respond differently. */
export interface Difference {
  /** The seed that leads to the difference. */
  readonly seed: number;
  /** The number of calls made to each service until then, without the calls of shrinking. */
  readonly calls: number;
  /**
   * The shortest sequence found that shows the difference. Only the responses to the last request differ. To repeat it,
   * the services must not have records whose identifiers begin with `diff-identifier`.
   */
  readonly requests: readonly CaseRequest[];
  /** The responses to the last request. */
  readonly responses: readonly [a: ComparedResponse | MissingResponse, b: ComparedResponse | MissingResponse];
  /** The parts in which these differ. */
  readonly parts: readonly ComparedPart[];
}

/** The number of sequences generated with one seed. The next seed is higher by this number. */
const sequencesPerSeed = 32;
/** The most sequences tried to shrink a difference. */
const maxShrinks = 1000;

/**
 * Plays sequences until one shows a difference or all calls are made. After a difference, it plays shorter sequences.
 */
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

  // At most one sequence for each call: the search must also end when every call is left out.
  for (let played = 0; !found && !isOver() && played < calls; played += sequencesPerSeed) {
    await fc.check(property, { seed: (seed + played) | 0, numRuns: sequencesPerSeed });
  }
  // A difference counts even if a failure ended the shrinking.
  if (found) return found;
  if (failure) throw failure.error;
  signal?.throwIfAborted();
  return undefined;
}

/** The outcome of a sequence. */
interface Play {
  /** The number of calls made: all, or up to the first one with different responses. */
  readonly made: number;
  /** The responses to the last call, if they differ. */
  readonly difference?: Pick<Difference, 'responses' | 'parts'>;
}

/** Makes the calls of a sequence to both services, each after the responses to the one before. Leaves no records. */
async function play(sequence: readonly BoundCall[], a: Side, b: Side): Promise<Play> {
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
    // The next call notices a service that is gone. The error must not hide the outcome of this run.
    await Promise.allSettled([a.endRun(), b.endRun()]);
  }
}

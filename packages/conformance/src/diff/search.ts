import fc from 'fast-check';
import { mersenne } from 'pure-rand/generator/mersenne';
import type { CheckedOptions } from './diff-options.ts';
import type { DiffResult } from './difference.ts';
import { type BoundCall, sequences } from './generators/calls.ts';
import { isNotation } from './kinds.ts';
import { play, type Shown } from './play.ts';
import type { Side } from './side.ts';

/** A generated sequence, with what fast-check needs to shrink it. */
export type Sequence = fc.Value<readonly BoundCall[]>;

/** The first difference of a kind, or the one after the fewest calls. */
export interface Found {
  readonly shown: Shown;
  readonly sequence: Sequence;
  readonly times: number;
}

/** What was found in all calls, before it is shrunk. */
interface SearchOutcome extends Pick<DiffResult, 'calls' | 'endedBy'> {
  readonly found: readonly Found[];
  /** The error that ended the search. */
  readonly failure: unknown;
}

/** How often fast-check prefers small and extreme values: in one of so many. */
const bias = 2;
/** How long missing responses may take in all, in milliseconds. */
const maxWait = 30_000;

/** Plays sequences until all calls are made, and keeps one difference of each kind. Never rejects. */
export async function search(
  sides: readonly [Side, Side],
  isLeftOut: (call: BoundCall) => boolean,
  { seed, calls, maxDifferences, maxTime, onProgress, signal }: CheckedOptions,
): Promise<SearchOutcome> {
  const random = new fc.Random(mersenne(seed));
  const found = new Map<string, Found>();
  const begin = performance.now();
  let made = 0;
  let waited = 0;
  const count = () => countKinds([...found.values()]);

  const endedBy = (): DiffResult['endedBy'] | undefined => {
    if (signal?.aborted) return 'signal';
    if (count() >= maxDifferences) return 'differences';
    if (waited >= maxWait || performance.now() - begin >= maxTime) return 'time';
    return made >= calls ? 'calls' : undefined;
  };

  const keep = (sequence: Sequence, shown: Shown) => {
    const before = found.get(shown.kind.name);
    const isBetter = before === undefined || rankOf(shown) < rankOf(before.shown);
    const times = (before?.times ?? 0) + 1;
    found.set(shown.kind.name, { ...(isBetter ? { shown, sequence } : before), times });
    if (shown.kind.parts.includes('response')) waited += shown.duration;
    return endedBy() !== undefined;
  };

  try {
    // At most one sequence for each call: the search must also end when every call is left out.
    for (let played = 0; played < calls && endedBy() === undefined; played++) {
      const sequence = sequences.generate(random, bias);
      const wanted = sequence.value.filter((call) => !isLeftOut(call)).slice(0, calls - made);
      made += await play(wanted, sides, {
        isSeparate: false,
        show: (shown) => keep(sequence, shown),
        isOver: () => endedBy() !== undefined,
      });
      onProgress({ calls: made, differences: count(), shrinks: 0 });
    }
    return { calls: made, endedBy: endedBy() ?? 'calls', found: [...found.values()], failure: undefined };
  } catch (failure) {
    return { calls: made, endedBy: 'unreachable', found: [...found.values()], failure };
  }
}

/** The number of kinds, without that of notation alone. */
export function countKinds(found: readonly Found[]): number {
  return found.filter(({ shown }) => !isNotation(shown.kind)).length;
}

/** The lowest shows a difference best: without another before it, and after few calls. */
function rankOf({ isAfterOthers, index }: Shown): number {
  return index + (isAfterOthers ? 1000 : 0);
}

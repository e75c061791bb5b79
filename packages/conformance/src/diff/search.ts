import fc from 'fast-check';
import { mersenne } from 'pure-rand/generator/mersenne';
import type { CheckedOptions } from './diff-options.ts';
import type { Difference, DiffResult } from './difference.ts';
import { boundCalls, nextSequence, type Sequence } from './generators/calls.ts';
import { isNotation } from './kinds.ts';
import { play, type Shown } from './play.ts';
import { type Playground, repeat, withoutLeftOut } from './repeat.ts';

/** The best example of a kind so far. */
export interface Found extends Pick<Difference, 'times' | 'repeated'> {
  readonly shown: Shown;
  readonly sequence: Sequence;
  /** How many sequences were repeated to find the best. */
  readonly tries: number;
}

/** What was found in all calls, before it is shrunk. */
interface SearchOutcome extends Pick<DiffResult, 'calls' | 'endedBy'> {
  readonly found: readonly Found[];
  /** The error that ended the search. */
  readonly failure: unknown;
}

/** How long missing responses may take in all, in milliseconds. */
const maxWait = 30_000;

/** Plays sequences until all calls are made, and keeps one difference of each kind. Never rejects. */
export async function search(
  playground: Playground,
  { seed, calls, notation, endAtFirst, maxTime, onProgress, signal }: CheckedOptions,
): Promise<SearchOutcome> {
  const random = new fc.Random(mersenne(seed));
  const found = new FoundKinds();
  const count = () => found.all().filter((one) => isCounted(one, notation)).length;
  const begin = performance.now();
  let made = 0;
  let waited = 0;

  const endedBy = (): DiffResult['endedBy'] | undefined => {
    if (signal?.aborted) return 'signal';
    if (endAtFirst && count() > 0) return 'difference';
    if (waited >= maxWait || performance.now() - begin >= maxTime) return 'time';
    return made >= calls ? 'calls' : undefined;
  };

  try {
    // At most one sequence for each call: the search must also end when every call is left out.
    for (let played = 0; played < calls && endedBy() === undefined; played++) {
      const sequence = withoutLeftOut(nextSequence(random), playground);
      const better: Shown[] = [];
      made += await play(boundCalls(sequence).slice(0, calls - made), playground.sides, {
        isSeparate: false,
        show: (shown) => {
          if (found.see(sequence, shown)) better.push(shown);
          if (shown.kind.parts.includes('response')) waited += shown.duration;
          return endedBy() !== undefined;
        },
        isOver: () => endedBy() !== undefined,
      });
      for (const shown of better) {
        found.keep(sequence, shown, await repeat(sequence, shown, playground));
      }
      onProgress({ calls: made, differences: count(), shrinks: 0 });
    }
    return { calls: made, endedBy: endedBy() ?? 'calls', found: found.all(), failure: undefined };
  } catch (failure) {
    return { calls: made, endedBy: 'unreachable', found: found.all(), failure };
  }
}

/** How many sequences of a kind are repeated. */
const maxTries = 5;

/** One example of each kind of difference. */
class FoundKinds {
  readonly #kinds = new Map<string, Found>();

  /** Counts a difference. Returns whether it is worth a repetition, to be an example. */
  see(sequence: Sequence, shown: Shown): boolean {
    const { name } = shown.kind;
    const known = this.#kinds.get(name);
    if (known === undefined) {
      this.#kinds.set(name, { shown, sequence, times: 1, repeated: 'untried', tries: 0 });
      return true;
    }
    this.#kinds.set(name, { ...known, times: known.times + 1 });
    if (known.sequence === sequence || known.tries >= maxTries) return false;
    return known.repeated !== 'separately' || rankOf(shown) < rankOf(known.shown);
  }

  /** Keeps a repeated difference if it is the best example of its kind. */
  keep(sequence: Sequence, { kind }: Shown, { shown, repeated }: Pick<Found, 'shown' | 'repeated'>): void {
    const known = this.#kinds.get(kind.name) as Found;
    const worth = ({ repeated, shown }: Pick<Found, 'shown' | 'repeated'>) =>
      repetitions.indexOf(repeated) * 10_000 + rankOf(shown);
    const isBest = worth({ shown, repeated }) < worth(known) || known.repeated === 'untried';
    this.#kinds.set(kind.name, {
      ...known,
      ...(isBest && { shown, sequence, repeated }),
      tries: known.tries + 1,
    });
  }

  all(): readonly Found[] {
    return [...this.#kinds.values()];
  }
}

/** How differences show again, the best first. */
const repetitions: readonly Difference['repeated'][] = [
  'separately',
  'on-one-connection',
  'never',
  'untried',
];

/** Whether a kind counts as a difference. */
export function isCounted({ shown }: Found, notation: CheckedOptions['notation']): boolean {
  return notation === 'same' || !isNotation(shown.kind);
}

/** The lowest shows a difference best: without another before it, and after few calls. */
function rankOf({ isAfterOthers, index }: Shown): number {
  return index + (isAfterOthers ? 1000 : 0);
}

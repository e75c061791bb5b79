import { shownIdentifier } from './compared-response.ts';
import type { Difference } from './difference.ts';
import {
  boundCalls,
  type Sequence,
  withFewerCalls,
  withPlainerFamily,
  withSimplerCall,
} from './generators/calls.ts';
import type { Shown } from './play.ts';
import { type Connections, type Playground, playFor, repeat, upTo, withoutLeftOut } from './repeat.ts';
import type { Found } from './search.ts';
import { requestOf } from './side.ts';

/** What shrinking needs. */
interface Shrinking extends Playground {
  /** How long shorter sequences are tried, in milliseconds. */
  readonly maxTime: number;
  /** Called after every shorter sequence. */
  readonly onShrink: () => void;
}

/** The most sequences tried to shrink a difference. */
const maxShrinks = 1000;

/**
 * Finds a sequence as short as possible that shows a difference again on new connections. What is returned was sent once
 * more after that.
 *
 * @throws {UnreachableError} (rejects) when a service no longer responds.
 */
export async function shrink(found: Found, shrinking: Shrinking): Promise<Difference> {
  const { repeated } = found;
  if (repeated === 'never' || repeated === 'untried') return unshrunk(found);
  const shortening = new Shortening(found, repeated, shrinking);
  await shortening.run();
  const { sequence, isOver } = shortening;
  // A shorter sequence may need the one connection no longer.
  const last = await repeat(sequence, shortening.shown, shrinking);
  return unshrunk({ ...found, ...last, sequence }, !isOver);
}

/** A difference as it was found. */
export function unshrunk({ sequence, shown, times, repeated }: Found, isShortest = false): Difference {
  const { kind, responses, isAfterOthers } = shown;
  const calls = boundCalls(upTo(sequence, shown));
  const requests = calls.map((call) => requestOf(call, shownIdentifier));
  return { requests, responses, parts: kind.parts, times, repeated, isShortest, isAfterOthers };
}

/** Goes from each sequence that shows the difference to a shorter or simpler one that does, as long as there is one. */
class Shortening {
  sequence: Sequence;
  shown: Shown;
  readonly #connections: Connections;
  readonly #shrinking: Shrinking;
  readonly #begin = performance.now();
  #tried = 0;

  constructor({ sequence, shown }: Found, connections: Connections, shrinking: Shrinking) {
    this.sequence = upTo(sequence, shown);
    this.shown = shown;
    this.#connections = connections;
    this.#shrinking = shrinking;
  }

  /** Whether no more sequences are tried. */
  get isOver(): boolean {
    const isUsedUp = this.#tried >= maxShrinks || performance.now() - this.#begin >= this.#shrinking.maxTime;
    return isUsedUp || (this.#shrinking.signal?.aborted ?? false);
  }

  async run(): Promise<void> {
    for (let isShorter = true; isShorter; ) {
      isShorter = false;
      while (await this.#takesOneOf(withFewerCalls(this.sequence))) isShorter = true;
      if (await this.#takesOneOf(withPlainerFamily(this.sequence))) isShorter = true;
      for (let index = this.sequence.calls.length - 1; index >= 0; index--) {
        while (await this.#takesOneOf(withSimplerCall(this.sequence, index))) isShorter = true;
      }
    }
  }

  /** Goes on with the first sequence that shows the difference. Returns whether there is one. */
  async #takesOneOf(candidates: Iterable<Sequence>): Promise<boolean> {
    for (const candidate of candidates) {
      if (this.isOver) return false;
      this.#tried++;
      const sequence = withoutLeftOut(candidate, this.#shrinking);
      const again = await playFor(sequence, this.shown, this.#connections, this.#shrinking);
      this.#shrinking.onShrink();
      if (!again) continue;
      this.sequence = upTo(sequence, again);
      this.shown = again;
      return true;
    }
    return false;
  }
}

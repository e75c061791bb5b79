import { shownIdentifier } from './compared-response.ts';
import type { Difference } from './difference.ts';
import { sequences } from './generators/calls.ts';
import type { Shown } from './play.ts';
import { callsOf, type Playground, playFor, repeat, type Sequence } from './repeat.ts';
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
  if (repeated === 'never' || repeated === 'untried') return unshrunk(found, shrinking);
  const { sequence, shown, isShortest } = await shortestOf({ ...found, repeated }, shrinking);
  // A shorter sequence may need the one connection no longer.
  const last = await repeat(callsOf(sequence, shrinking), shown, shrinking);
  return unshrunk({ ...found, ...last, sequence }, shrinking, isShortest);
}

/** A difference as it was found. */
export function unshrunk(
  { sequence, shown: { kind, index, responses, isAfterOthers }, times, repeated }: Found,
  playground: Pick<Playground, 'isLeftOut'>,
  isShortest = false,
): Difference {
  const calls = callsOf(sequence, playground).slice(0, index + 1);
  const requests = calls.map((call) => requestOf(call, shownIdentifier));
  return { requests, responses, parts: kind.parts, times, repeated, isShortest, isAfterOthers };
}

interface Shortest {
  readonly sequence: Sequence;
  readonly shown: Shown;
  readonly isShortest: boolean;
}

/** Goes from each sequence that shows the difference to a shorter or simpler one that does, as long as there is one. */
async function shortestOf(
  start: Pick<Shortest, 'sequence' | 'shown'> & { readonly repeated: 'separately' | 'on-one-connection' },
  shrinking: Shrinking,
): Promise<Shortest> {
  const begin = performance.now();
  let { sequence, shown } = start;
  let tried = 0;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const candidate of sequences.shrink(sequence.value_, sequence.context)) {
      const isUsedUp = tried >= maxShrinks || performance.now() - begin >= shrinking.maxTime;
      if (isUsedUp || shrinking.signal?.aborted) return { sequence, shown, isShortest: false };
      tried++;
      const again = await playFor(callsOf(candidate, shrinking), shown, start.repeated, shrinking);
      shrinking.onShrink();
      if (!again) continue;
      [sequence, shown, isShorter] = [candidate, again, true];
      break;
    }
  }
  return { sequence, shown, isShortest: true };
}

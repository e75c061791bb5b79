import { shownIdentifier } from './compared-response.ts';
import type { Difference } from './difference.ts';
import { type BoundCall, sequences } from './generators/calls.ts';
import { play, type Shown } from './play.ts';
import type { Found, Sequence } from './search.ts';
import { requestOf, type Side } from './side.ts';

/** What shrinking needs. */
interface Shrinking {
  readonly sides: readonly [Side, Side];
  readonly isLeftOut: (call: BoundCall) => boolean;
  /** How long shorter sequences are tried, in milliseconds. */
  readonly maxTime: number;
  readonly signal: AbortSignal | undefined;
  /** Called after every shorter sequence. */
  readonly onShrink: () => void;
}

/** The most sequences tried to shrink a difference. */
const maxShrinks = 1000;
/** How often a sequence is sent again before its difference counts as gone. */
const maxRepeats = 2;

type Connections = 'separately' | 'on-one-connection';

/**
 * Repeats a difference on new connections, and finds a sequence as short as possible that shows it there. What is
 * returned was sent once more after that.
 *
 * @throws {UnreachableError} (rejects) when a service no longer responds.
 */
export async function shrink(found: Found, shrinking: Shrinking): Promise<Difference> {
  const { sequence, shown } = found;
  const connections = await connectionsThatShow(sequence, shown, shrinking);
  if (connections === undefined) {
    const repeated = shrinking.signal?.aborted ? 'untried' : 'never';
    return describe(found, shown, wantedIn(sequence, shrinking), repeated, false);
  }
  const shortest = await shortestOf({ sequence, shown }, connections, shrinking);
  const calls = wantedIn(shortest.sequence, shrinking);
  const last = await lastRepeat(calls, shortest.shown, connections, shrinking);
  return describe(
    found,
    last?.shown ?? shortest.shown,
    calls,
    last?.connections ?? 'never',
    shortest.isShortest,
  );
}

/** A difference as it was found, which was not sent again. */
export function unrepeated(found: Found, isLeftOut: Shrinking['isLeftOut']): Difference {
  const calls = found.sequence.value.filter((call) => !isLeftOut(call));
  return describe(found, found.shown, calls, 'untried', false);
}

function describe(
  { times }: Found,
  { kind, index, responses, isAfterOthers }: Shown,
  calls: readonly BoundCall[],
  repeated: Difference['repeated'],
  isShortest: boolean,
): Difference {
  const requests = calls.slice(0, index + 1).map((call) => requestOf(call, shownIdentifier));
  return { requests, responses, parts: kind.parts, times, repeated, isShortest, isAfterOthers };
}

function wantedIn({ value }: Sequence, { isLeftOut }: Shrinking): readonly BoundCall[] {
  return value.filter((call) => !isLeftOut(call));
}

/** Plays a sequence, and returns the difference of this kind if it shows again, without new ones before it. */
async function playFor(
  calls: readonly BoundCall[],
  { kind, isAfterOthers }: Shown,
  connections: Connections,
  { sides, signal }: Shrinking,
): Promise<Shown | undefined> {
  let again: Shown | undefined;
  await play(calls, sides, {
    isSeparate: connections === 'separately',
    isOver: () => signal?.aborted ?? false,
    show: (shown) => {
      if (shown.kind.name !== kind.name) return false;
      if (isAfterOthers || !shown.isAfterOthers) again = shown;
      return true;
    },
  });
  return again;
}

/** Connections of their own come first: commands that a reader runs one by one have no others. */
async function connectionsThatShow(
  sequence: Sequence,
  shown: Shown,
  shrinking: Shrinking,
): Promise<Connections | undefined> {
  const calls = wantedIn(sequence, shrinking).slice(0, shown.index + 1);
  for (let repeat = 0; repeat < maxRepeats; repeat++) {
    for (const connections of ['separately', 'on-one-connection'] as const) {
      if (shrinking.signal?.aborted) return undefined;
      if (await playFor(calls, shown, connections, shrinking)) return connections;
    }
  }
  return undefined;
}

interface Shortest {
  readonly sequence: Sequence;
  readonly shown: Shown;
  readonly isShortest: boolean;
}

/** Goes from each sequence that shows the difference to a shorter or simpler one that does, as long as there is one. */
async function shortestOf(
  start: Pick<Shortest, 'sequence' | 'shown'>,
  connections: Connections,
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
      const again = await playFor(wantedIn(candidate, shrinking), shown, connections, shrinking);
      shrinking.onShrink();
      if (!again) continue;
      [sequence, shown, isShorter] = [candidate, again, true];
      break;
    }
  }
  return { sequence, shown, isShortest: true };
}

/** Sends the calls that are reported once more, and returns how they showed the difference. */
async function lastRepeat(
  calls: readonly BoundCall[],
  shown: Shown,
  connections: Connections,
  shrinking: Shrinking,
): Promise<{ readonly shown: Shown; readonly connections: Connections } | undefined> {
  const reported = calls.slice(0, shown.index + 1);
  // A shorter sequence may need the one connection no longer.
  for (const tried of new Set<Connections>(['separately', connections])) {
    for (let repeat = 0; repeat < maxRepeats; repeat++) {
      const again = await playFor(reported, shown, tried, shrinking);
      if (again) return { shown: again, connections: tried };
    }
  }
  return undefined;
}

import type { Difference } from './difference.ts';
import { type BoundCall, boundCalls, type Sequence } from './generators/calls.ts';
import { play, type Shown } from './play.ts';
import type { Side } from './side.ts';

/** Where sequences are played. */
export interface Playground {
  readonly sides: readonly [Side, Side];
  readonly isLeftOut: (call: BoundCall) => boolean;
  readonly signal: AbortSignal | undefined;
}

/** A sequence without the calls that are left out. */
export function withoutLeftOut(sequence: Sequence, { isLeftOut }: Pick<Playground, 'isLeftOut'>): Sequence {
  const bound = boundCalls(sequence);
  return {
    ...sequence,
    calls: sequence.calls.filter((_, index) => !isLeftOut(bound[index] as BoundCall)),
  };
}

/** How often calls are sent again before their difference counts as gone. */
const maxRepeats = 2;

/** How calls are spread over connections. */
export type Connections = Extract<Difference['repeated'], 'separately' | 'on-one-connection'>;

/**
 * Sends calls again that showed a difference. Connections of their own come first: commands that a reader runs one by
 * one have no others.
 */
export async function repeat(
  sequence: Sequence,
  shown: Shown,
  playground: Playground,
): Promise<{ readonly shown: Shown; readonly repeated: Difference['repeated'] }> {
  for (let count = 0; count < maxRepeats; count++) {
    for (const repeated of ['separately', 'on-one-connection'] as const) {
      if (playground.signal?.aborted) return { shown, repeated: 'untried' };
      const again = await playFor(upTo(sequence, shown), shown, repeated, playground);
      if (again) return { shown: again, repeated };
    }
  }
  return { shown, repeated: 'never' };
}

/** Plays calls on new connections until a difference of this kind shows again, with no new one before it. */
export async function playFor(
  sequence: Sequence,
  { kind, isAfterOthers }: Shown,
  connections: Connections,
  { sides, signal }: Playground,
): Promise<Shown | undefined> {
  let again: Shown | undefined;
  await play(boundCalls(sequence), sides, {
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

/** The calls of a sequence up to the one that showed a difference. */
export function upTo({ family, calls }: Sequence, { index }: Shown): Sequence {
  return { family, calls: calls.slice(0, index + 1) };
}

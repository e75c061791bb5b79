import type fc from 'fast-check';
import type { Difference } from './difference.ts';
import type { BoundCall } from './generators/calls.ts';
import { play, type Shown } from './play.ts';
import type { Side } from './side.ts';

/** A generated sequence, with what fast-check needs to shrink it. */
export type Sequence = fc.Value<readonly BoundCall[]>;

/** Where sequences are played. */
export interface Playground {
  readonly sides: readonly [Side, Side];
  readonly isLeftOut: (call: BoundCall) => boolean;
  readonly signal: AbortSignal | undefined;
}

/** The calls of a sequence that are made. */
export function callsOf(
  { value }: Sequence,
  { isLeftOut }: Pick<Playground, 'isLeftOut'>,
): readonly BoundCall[] {
  return value.filter((call) => !isLeftOut(call));
}

/** How often calls are sent again before their difference counts as gone. */
const maxRepeats = 2;

type Connections = Extract<Difference['repeated'], 'separately' | 'on-one-connection'>;

/**
 * Sends calls again that showed a difference. Connections of their own come first: commands that a reader runs one by
 * one have no others.
 */
export async function repeat(
  calls: readonly BoundCall[],
  shown: Shown,
  playground: Playground,
): Promise<{ readonly shown: Shown; readonly repeated: Difference['repeated'] }> {
  for (let count = 0; count < maxRepeats; count++) {
    for (const repeated of ['separately', 'on-one-connection'] as const) {
      if (playground.signal?.aborted) return { shown, repeated: 'untried' };
      const again = await playFor(calls.slice(0, shown.index + 1), shown, repeated, playground);
      if (again) return { shown: again, repeated };
    }
  }
  return { shown, repeated: 'never' };
}

/** Plays calls on new connections until a difference of this kind shows again, with no new one before it. */
export async function playFor(
  calls: readonly BoundCall[],
  { kind, isAfterOthers }: Shown,
  connections: Connections,
  { sides, signal }: Playground,
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

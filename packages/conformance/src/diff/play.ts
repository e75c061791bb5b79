import { isMissingResponse, type ResponsePair } from './compared-response.ts';
import type { BoundCall } from './generators/calls.ts';
import { canLeadToOthers, type Kind, kindsOf } from './kinds.ts';
import type { Side } from './side.ts';

/** A difference that a sequence showed. */
export interface Shown {
  readonly kind: Kind;
  /** The index of its call. */
  readonly index: number;
  readonly responses: ResponsePair;
  /** Whether an earlier call showed a difference of another kind, which may be the cause. */
  readonly isAfterOthers: boolean;
  /** How long the responses took, in milliseconds. */
  readonly duration: number;
}

/** How a sequence is played. */
export interface Playing {
  /** Whether each call has a connection of its own. Otherwise all calls are on one new connection. */
  readonly isSeparate: boolean;
  /** Called with each difference. Returns whether the sequence ends there. */
  readonly show: (shown: Shown) => boolean;
  /** Whether the sequence ends before the next call. */
  readonly isOver: () => boolean;
}

/**
 * Makes the calls of a sequence to both services, each after the responses to the one before. Returns the number of
 * calls made. Leaves no records. It goes on after a difference, unless the records may differ from then on.
 */
export async function play(
  sequence: readonly BoundCall[],
  sides: readonly [Side, Side],
  { isSeparate, show, isOver }: Playing,
): Promise<number> {
  const [a, b] = sides;
  const earlier = new Set<string>();
  const reconnect = () => {
    for (const side of sides) side.reconnect();
  };
  let made = 0;
  reconnect();
  try {
    for (const call of sequence) {
      if (isOver()) break;
      if (isSeparate) reconnect();
      const begin = performance.now();
      made++;
      const responses = await Promise.all([a.call(call), b.call(call)]);
      const duration = performance.now() - begin;
      const kinds = await withoutRightLengths(kindsOf(call, responses), call, responses, sides);
      const isAfter = ({ name }: Kind) => earlier.size > (earlier.has(name) ? 1 : 0);
      const ends = kinds.map((kind) =>
        show({ kind, index: made - 1, responses, isAfterOthers: isAfter(kind), duration }),
      );
      if (ends.includes(true) || haveOtherRecords(call, responses)) break;
      for (const kind of kinds) if (canLeadToOthers(kind)) earlier.add(kind.name);
    }
    return made;
  } finally {
    // The next call notices a service that is gone. The error must not hide the outcome of this run.
    await Promise.allSettled(sides.map((side) => side.endRun()));
  }
}

/**
 * Leaves out that lengths in responses to HEAD differ when each is that of the service's own response to GET. What these
 * responses have in them is compared when GET is called.
 */
async function withoutRightLengths(
  kinds: readonly Kind[],
  call: BoundCall,
  [a, b]: ResponsePair,
  sides: readonly [Side, Side],
): Promise<readonly Kind[]> {
  if (call.method !== 'HEAD' || isMissingResponse(a) || isMissingResponse(b)) return kinds;
  const hasBoth = [a, b].every(({ headers }) => headers['content-length'] !== undefined);
  const isLength = ({ parts }: Kind) => parts.join() === 'content-length';
  if (!hasBoth || !kinds.some(isLength)) return kinds;
  const areRight = await Promise.all([sides[0].hasLengthOfGet(call, a), sides[1].hasLengthOfGet(call, b)]);
  return areRight.includes(false) ? kinds : kinds.filter((kind) => !isLength(kind));
}

/** Whether a call may have changed the records of one service only. */
function haveOtherRecords({ method }: BoundCall, [a, b]: ResponsePair): boolean {
  if (isMissingResponse(a) || isMissingResponse(b)) return !(isMissingResponse(a) && isMissingResponse(b));
  const isRead = method === 'GET' || method === 'HEAD';
  return !isRead && isSuccess(a.status) !== isSuccess(b.status);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

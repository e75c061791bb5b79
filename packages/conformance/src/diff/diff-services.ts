import { checkService } from '../check-arguments.ts';
import { isMissingResponse, shownIdentifier } from './compared-response.ts';
import { type CheckedOptions, checkOptions, type DiffOptions } from './diff-options.ts';
import type { Difference, DiffResult } from './difference.ts';
import type { BoundCall } from './generators/calls.ts';
import { isNotation } from './kinds.ts';
import type { Playground } from './repeat.ts';
import { countKinds, type Found, repetitions, search } from './search.ts';
import { shrink, unshrunk } from './shrink.ts';
import { type ComparedService, couldDeleteAll, createRunIdentifiers, requestOf, Side } from './side.ts';
import { UnreachableError } from './unreachable-error.ts';

/**
 * Makes the same generated sequences of calls to two services. Resolves to the differences between their responses, one
 * of each kind, shortened to as few calls as possible and repeated on new connections. Each sequence has identifiers of
 * its own for each service, so both may share a store. The created records are removed. When a service has records of
 * others, nothing is deleted without an identifier.
 *
 * It compares the status, the values of the body, and the header fields that the specification names: `Content-Type`,
 * `Content-Length` and `Allow`.
 *
 * @throws {InvalidArgumentError} (rejects) when `a` or `b` is not a service.
 * @throws {OptionError} (rejects) when an option is not valid.
 * @throws {UnreachableError} (rejects) when a service does not respond, before a difference is found.
 * @throws the reason of the signal (rejects) when the search is aborted before it finds a difference.
 */
export async function diffServices(
  a: ComparedService,
  b: ComparedService,
  options?: DiffOptions,
): Promise<DiffResult> {
  checkService('a', a);
  checkService('b', b);
  const checked = checkOptions(options);
  const lists = { order: checked.listOrder, isWhole: checked.wholeLists };
  const identifiers = createRunIdentifiers();
  const sides = [new Side('a', a, identifiers, lists), new Side('b', b, identifiers, lists)] as const;
  checked.signal?.throwIfAborted();
  const haveOtherRecords = await Promise.all(sides.map((side) => side.hasOtherRecords()));
  const isLeftOut = (call: BoundCall) =>
    (haveOtherRecords.includes(true) && couldDeleteAll(call)) ||
    checked.leaveOut(requestOf(call, shownIdentifier));
  try {
    return await searchAndShrink({ sides, isLeftOut, signal: checked.signal }, checked);
  } finally {
    // A failure to remove records must not hide the result.
    await Promise.allSettled(sides.map((side) => side.sweep()));
  }
}

async function searchAndShrink(playground: Playground, options: CheckedOptions): Promise<DiffResult> {
  const { seed, notation, maxDifferences, maxShrinkTime, onProgress, signal } = options;
  const { found, calls, endedBy, failure } = await search(playground, options);
  const isCounted = ({ shown }: Found) => notation === 'same' || !isNotation(shown.kind);
  if (!found.some(isCounted)) {
    if (failure !== undefined) throw failure;
    if (endedBy === 'signal') signal?.throwIfAborted();
  }

  let error = failure;
  let shrinks = 0;
  const onShrink = () => onProgress({ calls, differences: countKinds(found), shrinks: ++shrinks });
  const shrinking = { ...playground, maxTime: maxShrinkTime, onShrink };
  const shortest = async (one: Found): Promise<Difference> => {
    try {
      if (error === undefined) return await shrink(one, shrinking);
    } catch (thrown) {
      // A difference counts even if a service is gone afterwards.
      error = thrown;
    }
    return unshrunk(one, playground);
  };
  const gathered: Ranked[] = [];
  for (const one of found.filter(isCounted).toSorted((x, y) => orderOf(x) - orderOf(y))) {
    if (gathered.length >= maxDifferences) break;
    if (hasGathered(gathered, unshrunk(one, playground))) continue;
    const difference = await shortest(one);
    if (hasGathered(gathered, difference)) continue;
    gathered.push({ difference, rank: rankOf({ ...one, ...difference }) });
  }
  const other = found.find((one) => !isCounted(one));
  const example = other && (await shortest(other));
  if (error !== undefined && !(error instanceof UnreachableError)) throw error;
  const sorted = gathered.toSorted(
    (x, y) => x.rank - y.rank || x.difference.requests.length - y.difference.requests.length,
  );
  const differences = sorted.map(({ difference }) => difference);
  return { seed, calls, differences, notation: example, endedBy, unreachable: error };
}

interface Ranked {
  difference: Difference;
  readonly rank: number;
}

/** The lowest is the most important: what shows again and has no other cause, and then what differs. */
function rankOf({ shown, repeated, isAfterOthers }: Found & Pick<Difference, 'isAfterOthers'>): number {
  return repetitions.indexOf(repeated) * 100 + (isAfterOthers ? 10 : 0) + shown.kind.rank;
}

/** The order of shrinking: the most important first, and then what was found after the fewest calls. */
function orderOf(one: Found): number {
  return rankOf({ ...one, isAfterOthers: one.shown.isAfterOthers }) * 1000 + one.shown.index;
}

/**
 * Counts a difference as one that is already there, if it is of the same connection. A fault of a connection shows in
 * every call after it.
 */
function hasGathered(gathered: readonly Ranked[], added: Difference): boolean {
  const known = gathered.find(({ difference }) => areOfOneConnection(difference, added));
  if (known) known.difference = { ...known.difference, times: known.difference.times + added.times };
  return known !== undefined;
}

/** Whether both need their connection, after the same calls or with the same response of a service. */
function areOfOneConnection(one: Difference, other: Difference): boolean {
  if (one.repeated !== 'on-one-connection' || other.repeated !== 'on-one-connection') return false;
  const partsOf = ({ requests, responses }: Difference) =>
    [requests.slice(0, -1), ...responses.map(withoutHeaders)].map((part) => JSON.stringify(part));
  const parts = partsOf(other);
  return partsOf(one).some((part, index) => part === parts[index]);
}

function withoutHeaders(response: Difference['responses'][number]): unknown {
  return isMissingResponse(response) ? response : [response.status, response.body.join()];
}

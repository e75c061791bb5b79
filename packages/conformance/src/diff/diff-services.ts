import { checkService } from '../check-arguments.ts';
import { isMissingResponse, shownIdentifier } from './compared-response.ts';
import { type CheckedOptions, checkOptions, type DiffOptions } from './diff-options.ts';
import type { Difference, DiffResult } from './difference.ts';
import type { BoundCall } from './generators/calls.ts';
import type { Playground } from './repeat.ts';
import { type Found, isCounted, search } from './search.ts';
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
  const counted = found.filter((one) => isCounted(one, notation));
  if (counted.length === 0) {
    if (failure !== undefined) throw failure;
    if (endedBy === 'signal') signal?.throwIfAborted();
  }

  let error = failure;
  let shrinks = 0;
  const onShrink = () => onProgress({ calls, differences: counted.length, shrinks: ++shrinks });
  const shrinking = { ...playground, maxTime: maxShrinkTime, onShrink };
  const shortest = async (one: Found): Promise<Difference> => {
    try {
      if (error === undefined) return await shrink(one, shrinking);
    } catch (thrown) {
      // A difference counts even if a service is gone afterwards.
      error = thrown;
    }
    return unshrunk(one);
  };
  const gathered: Ranked[] = [];
  let omitted = 0;
  for (const one of counted.toSorted(byImportance)) {
    if (hasGathered(gathered, unshrunk(one))) continue;
    if (gathered.length >= maxDifferences) {
      omitted++;
      continue;
    }
    const difference = await shortest(one);
    if (!hasGathered(gathered, difference)) gathered.push({ ...one, ...difference, difference });
  }
  const other = found.find((one) => !counted.includes(one));
  const example = other && (await shortest(other));
  if (error !== undefined && !(error instanceof UnreachableError)) throw error;
  const differences = gathered.toSorted(byImportance).map(({ difference }) => difference);
  return { seed, calls, differences, omitted, notation: example, endedBy, unreachable: error };
}

interface Ranked extends Found {
  difference: Difference;
}

/** What shows again comes first, and then what has no other cause, by what differs and how often. */
function byImportance(x: Found, y: Found): number {
  return rankOf(x) - rankOf(y) || y.times - x.times;
}

/** The lowest is the most important. What breaks a connection can make every other call wrong. */
function rankOf({ repeated, shown }: Found): number {
  if (repeated === 'on-one-connection') return shown.isAfterOthers ? 100 : shown.index / 1000 - 1;
  return (repeated === 'separately' ? 0 : 1000) + (shown.isAfterOthers ? 100 : 0) + shown.kind.rank;
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

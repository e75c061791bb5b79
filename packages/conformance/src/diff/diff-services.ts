import { checkService } from '../check-arguments.ts';
import { shownIdentifier } from './compared-response.ts';
import { type CheckedOptions, checkOptions, type DiffOptions } from './diff-options.ts';
import type { Difference, DiffResult } from './difference.ts';
import type { BoundCall } from './generators/calls.ts';
import { isNotation } from './kinds.ts';
import { countKinds, type Found, search } from './search.ts';
import { shrink, unrepeated } from './shrink.ts';
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
    return await searchAndShrink(sides, isLeftOut, checked);
  } finally {
    // A failure to remove records must not hide the result.
    await Promise.allSettled(sides.map((side) => side.sweep()));
  }
}

async function searchAndShrink(
  sides: readonly [Side, Side],
  isLeftOut: (call: BoundCall) => boolean,
  options: CheckedOptions,
): Promise<DiffResult> {
  const { seed, notation, maxShrinkTime, onProgress, signal } = options;
  const { found, calls, endedBy, failure } = await search(sides, isLeftOut, options);
  const isCounted = ({ shown }: Found) => notation === 'same' || !isNotation(shown.kind);
  if (!found.some(isCounted)) {
    if (failure !== undefined) throw failure;
    if (endedBy === 'signal') signal?.throwIfAborted();
  }

  let error = failure;
  let shrinks = 0;
  const onShrink = () => onProgress({ calls, differences: countKinds(found), shrinks: ++shrinks });
  const shrinking = { sides, isLeftOut, maxTime: maxShrinkTime, signal, onShrink };
  const described: { readonly one: Found; readonly difference: Difference }[] = [];
  for (const one of found.toSorted((x, y) => x.shown.kind.rank - y.shown.kind.rank)) {
    let difference = unrepeated(one, isLeftOut);
    try {
      if (error === undefined) difference = await shrink(one, shrinking);
    } catch (thrown) {
      // A difference counts even if a service is gone afterwards.
      error = thrown;
    }
    described.push({ one, difference });
  }
  if (error !== undefined && !(error instanceof UnreachableError)) throw error;
  const sorted = described.toSorted((x, y) => rankOf(x.one, x.difference) - rankOf(y.one, y.difference));
  return {
    seed,
    calls,
    differences: sorted.filter(({ one }) => isCounted(one)).map(({ difference }) => difference),
    notation: sorted.find(({ one }) => !isCounted(one))?.difference,
    endedBy,
    unreachable: error,
  };
}

/** The lowest is the most important: what shows again and has no other cause, by what differs, with the fewest calls. */
function rankOf({ shown: { kind } }: Found, { repeated, isAfterOthers, requests }: Difference): number {
  const isDoubtful = repeated === 'never' ? 2 : isAfterOthers ? 1 : 0;
  return (isDoubtful * 10 + kind.rank) * 1000 + requests.length;
}

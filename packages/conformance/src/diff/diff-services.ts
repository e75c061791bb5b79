import { checkService } from '../check-arguments.ts';
import { shownIdentifier } from './compared-response.ts';
import { checkOptions, type DiffOptions } from './diff-options.ts';
import type { BoundCall } from './generators/calls.ts';
import { type Difference, search } from './search.ts';
import { type ComparedService, couldDeleteAll, createRunIdentifiers, requestOf, Side } from './side.ts';

/**
 * Makes the same generated sequences of calls to two services. Resolves to the first difference between their
 * responses, shortened to as few calls as possible, or to `undefined` when there is none. Each sequence has identifiers
 * of its own for each service, so both may share a store. The created records are removed. When a service has records
 * of others, nothing is deleted without an identifier.
 *
 * It compares the status, the bytes of the body, and the header fields that the specification names: `Content-Type`,
 * `Content-Length` and `Allow`.
 *
 * @throws {InvalidArgumentError} (rejects) when `a` or `b` is not a service.
 * @throws {OptionError} (rejects) when an option is not valid.
 * @throws {UnreachableError} (rejects) when a service does not respond.
 * @throws the reason of the signal (rejects) when the search is aborted before it finds a difference.
 */
export async function diffServices(
  a: ComparedService,
  b: ComparedService,
  options?: DiffOptions,
): Promise<Difference | undefined> {
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
    return await search(sides, isLeftOut, checked);
  } finally {
    // A failure to remove records must not hide the result.
    await Promise.allSettled(sides.map((side) => side.sweep()));
  }
}

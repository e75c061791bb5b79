import type { CaseRequest } from '../http/service.ts';
import type { ComparedPart, ComparedResponse, MissingResponse } from './compared-response.ts';
import { shownIdentifier } from './compared-response.ts';
import { checkOptions, type DiffOptions } from './diff-options.ts';
import type { BoundCall } from './generators/calls.ts';
import { search } from './search.ts';
import { type AskedService, couldEmpty, createRunIdentifiers, requestOf, Side } from './side.ts';

/** A sequence of calls to which two services respond differently. */
export interface Difference {
  /** The seed that leads to it. */
  readonly seed: number;
  /** How many calls each service had been sent when it showed, without the calls of shrinking. */
  readonly calls: number;
  /**
   * The shortest sequence that was found to show it, for services that hold no record whose identifier begins with
   * `diff-identifier`. Only the responses to the last request differ.
   */
  readonly requests: readonly CaseRequest[];
  /** What came to the last request. */
  readonly responses: readonly [a: ComparedResponse | MissingResponse, b: ComparedResponse | MissingResponse];
  /** In what these differ. */
  readonly parts: readonly ComparedPart[];
}

/**
 * Makes the same generated sequences of calls to two services, and gives the first difference between their responses,
 * in as few calls as it takes to show it; `undefined` when there was none. Each sequence has identifiers of its own,
 * others for each of the two services, which may therefore be the same one or share a store. They are sent records,
 * which are removed again; where one of them holds records of others, nothing is deleted without an identifier.
 *
 * Compared are the status, the bytes of the body, and the header fields `Content-Type`, `Content-Length` and `Allow`,
 * the only ones that the specification says something of.
 *
 * @throws {OptionError} (rejects) when an option cannot work.
 * @throws {UnreachableError} (rejects) when a service does not respond at all.
 * @throws the reason of the signal (rejects) when that gives up before a difference was found.
 */
export async function diffServices(
  a: AskedService,
  b: AskedService,
  options?: DiffOptions,
): Promise<Difference | undefined> {
  const checked = checkOptions(options);
  const lists = { order: checked.listOrder, isWhole: checked.wholeLists };
  const identifiers = createRunIdentifiers();
  const sides = [new Side('a', a, identifiers, lists), new Side('b', b, identifiers, lists)] as const;
  checked.signal?.throwIfAborted();
  const holdOthers = await Promise.all(sides.map((side) => side.holdsOthers()));
  const isLeftOut = (call: BoundCall) =>
    (holdOthers.includes(true) && couldEmpty(call)) || checked.leaveOut(requestOf(call, shownIdentifier));
  try {
    return await search(sides, isLeftOut, checked);
  } finally {
    // What cannot be removed cannot be helped, and must not hide what was found.
    await Promise.allSettled(sides.map((side) => side.sweep()));
  }
}

import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { keyOf } from './blocks.ts';
import { contradictingOperations, explain, possibleResults, shortestContradiction } from './explain.ts';
import { Budget, isLinearizable } from './is-linearizable.ts';
import type { History, Operation } from './operation.ts';

/** The most steps that it takes to show a violation in few operations. */
const explanationSteps = 2_000_000;

/** Options of {@link checkHistory}. */
export interface CheckHistoryOptions {
  /**
   * How many steps the search may take for one identifier. One that is right rarely takes many more than it has
   * operations; a hundred clients at once on one identifier may take very many when it is wrong.
   * @default 10000000
   */
  readonly limit?: number | undefined;
}

/** Answers that contradict each other. */
export interface Violation {
  readonly id: string;
  /**
   * The operations that do, and the writes of what was read, in the order of their calls: no order of them fits, whatever
   * the others were answered. The one that was answered last ends the shortest part of the history that is wrong.
   */
  readonly operations: History;
  /** The same in lines, with what could have been answered instead. */
  readonly explanation: string;
}

/**
 * Decides whether the operations on each identifier are linearizable: whether each can have taken effect at one moment
 * between its call and its answer, so that every answer is right by the transitions of SPEC section 3.
 *
 * @returns `undefined` when they are, and otherwise the first identifier where they are not.
 * @throws {InvalidArgumentError} when the history cannot be one, or two operations write the same.
 * @throws {OptionError} when an option cannot work or is not known.
 * @throws {HistoryLimitError} when the search would have to go on beyond the limit.
 */
export function checkHistory(history: History, options?: CheckHistoryOptions): Violation | undefined {
  const { limit = 10_000_000 } = checkOptionNames(options, ['limit']);
  if (!Number.isInteger(limit) || limit < 1) throw new OptionError('limit', 'a whole number from 1');
  checkOperations(history);
  for (const [id, operations] of byIdentifier(history)) {
    if (!isLinearizable(operations, new Budget(limit))) return violationOf(id, operations);
  }
  return undefined;
}

function byIdentifier(history: History): ReadonlyMap<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of history) {
    const group = groups.get(operation.id);
    if (group) group.push(operation);
    else groups.set(operation.id, [operation]);
  }
  return groups;
}

function violationOf(id: string, operations: History): Violation {
  const budget = new Budget(explanationSteps);
  const beginning = shortestContradiction(operations, budget);
  const contradicting = contradictingOperations(beginning, budget);
  const read = new Set(contradicting.map(({ method, answer }) => method === 'get' && keyOf(answer?.result)));
  const shown = beginning.filter(
    (operation) =>
      contradicting.includes(operation) || (operation.location && read.has(keyOf(operation.location))),
  );
  const last = contradicting.reduce((a, b) => ((a.answer?.at ?? 0) > (b.answer?.at ?? 0) ? a : b));
  const possible = possibleResults(beginning, last, budget);
  const ordered = shown.toSorted((a, b) => a.called - b.called);
  return {
    id,
    operations: ordered,
    explanation: explain(ordered, beginning.length - shown.length, last, possible),
  };
}

/**
 * Demands what the checker relies on.
 *
 * @throws {InvalidArgumentError} when an operation was answered before it was called, is given a Location where it takes none or
 * none where it takes one, or writes what another one writes to the same identifier.
 */
export function checkOperations(history: History): void {
  const writes = new Set<string>();
  for (const [index, { method, id, location, called, answer }] of history.entries()) {
    const name = `history[${index}]`;
    const takesLocation = method === 'put' || method === 'replace';
    if (!takesLocation && method !== 'get' && method !== 'delete') {
      throw new InvalidArgumentError(`${name}.method`, '"get", "put", "replace" or "delete"');
    }
    if (!Number.isFinite(called)) throw new InvalidArgumentError(`${name}.called`, 'a number');
    if (answer && !(answer.at >= called))
      throw new InvalidArgumentError(`${name}.answer.at`, 'a number from called on');
    if (takesLocation !== (location !== undefined)) {
      throw new InvalidArgumentError(
        `${name}.location`,
        takesLocation ? 'a Location' : `left out of a ${method}`,
      );
    }
    if (location === undefined) continue;
    const write = JSON.stringify([id, keyOf(location)]);
    if (writes.has(write))
      throw new InvalidArgumentError(`${name}.location`, 'one that no other operation writes');
    writes.add(write);
  }
}

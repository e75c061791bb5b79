import { InvalidArgumentError, type Location, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { keyOf } from './blocks.ts';
import { contradictingOperations, explain, possibleResults, shortestContradiction } from './explain.ts';
import { Budget, isLinearizable } from './is-linearizable.ts';
import type { History, Operation } from './operation.ts';

/** The most steps spent on showing a violation in few operations. */
const explanationSteps = 2_000_000;

/** Options of {@link checkHistory}. */
export interface CheckHistoryOptions {
  /**
   * How many steps the search may take for one identifier. A linearizable history rarely takes many more steps than it
   * has operations. A hundred clients at once on one identifier may take very many when it is not linearizable.
   * @default 10_000_000
   */
  readonly maxSteps?: number | undefined;
}

/** Outcomes that contradict each other. */
export interface HistoryViolation {
  /** The identifier of the record whose operations contradict each other. */
  readonly id: string;
  /**
   * The contradicting operations and the writes of what they read, in the order of their calls. No order of them fits,
   * and no outcome of the others could change that. The one that resolved last ends the shortest wrong part of the
   * history.
   */
  readonly operations: History;
  /** The same in lines, with the results that would have been right. */
  readonly explanation: string;
}

/**
 * Decides whether the operations on each identifier are linearizable: whether each can have taken effect at one moment
 * between its call and its outcome, so that every outcome is right by the transitions of SPEC section 3.
 *
 * @returns `undefined` when they are, and otherwise the first identifier where they are not.
 * @throws {InvalidArgumentError} when the history is impossible, or two operations write the same Location.
 * @throws {OptionError} when an option is not valid.
 * @throws {HistoryLimitError} when the search takes `maxSteps` steps before it has decided.
 */
export function checkHistory(history: History, options?: CheckHistoryOptions): HistoryViolation | undefined {
  const { maxSteps = 10_000_000 } = checkOptionNames(options, ['maxSteps']);
  if (!Number.isInteger(maxSteps) || maxSteps < 1) throw new OptionError('maxSteps', 'a whole number from 1');
  checkOperations(history);
  for (const [id, operations] of byIdentifier(history)) {
    if (!isLinearizable(operations, new Budget(maxSteps))) return violationOf(id, operations);
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

function violationOf(id: string, operations: History): HistoryViolation {
  const budget = new Budget(explanationSteps);
  const beginning = shortestContradiction(operations, budget);
  const contradicting = contradictingOperations(beginning, budget);
  const read = new Set(
    contradicting.map(({ method, outcome }) => method === 'get' && keyOf(outcome?.result)),
  );
  const shown = beginning.filter(
    (operation) =>
      contradicting.includes(operation) || (operation.location && read.has(keyOf(operation.location))),
  );
  const last = contradicting.reduce((a, b) => ((a.outcome?.at ?? 0) > (b.outcome?.at ?? 0) ? a : b));
  const possible = possibleResults(beginning, last, budget);
  const ordered = shown.toSorted((a, b) => a.called - b.called);
  return {
    id,
    operations: ordered,
    explanation: explain(ordered, beginning.length - shown.length, last, possible),
  };
}

/**
 * Checks everything that the checker relies on.
 *
 * @throws {InvalidArgumentError} when an operation ended before its call, has a Location although its method takes none
 * or the reverse, or writes the same Location to the same identifier as another.
 */
function checkOperations(history: History): void {
  if (!Array.isArray(history)) throw new InvalidArgumentError('history', 'an array of operations');
  const writes = new Set<string>();
  for (const [index, operation] of (history as History).entries()) {
    const name = `history[${index}]`;
    if (typeof operation !== 'object' || operation === null) {
      throw new InvalidArgumentError(name, 'an operation, as recordHistory records it');
    }
    const { method, id, location, called, outcome } = operation;
    if (typeof id !== 'string') throw new InvalidArgumentError(`${name}.id`, 'a string');
    const takesLocation = method === 'put' || method === 'replace';
    if (!takesLocation && method !== 'get' && method !== 'delete') {
      throw new InvalidArgumentError(`${name}.method`, '"get", "put", "replace" or "delete"');
    }
    if (!Number.isFinite(called)) throw new InvalidArgumentError(`${name}.called`, 'a number');
    if (outcome !== undefined && !(Number.isFinite(outcome?.at) && outcome.at >= called))
      throw new InvalidArgumentError(`${name}.outcome.at`, 'a number from called on');
    if (takesLocation ? !isLocation(location) : location !== undefined) {
      throw new InvalidArgumentError(
        `${name}.location`,
        takesLocation ? 'a Location' : `left out of a ${method}`,
      );
    }
    if (!takesLocation) continue;
    const write = JSON.stringify([id, keyOf(location)]);
    if (writes.has(write))
      throw new InvalidArgumentError(`${name}.location`, 'one that no other operation writes');
    writes.add(write);
  }
}

function isLocation(value: Location | undefined): boolean {
  const { latitude, longitude } = value?.coordinates ?? {};
  return typeof latitude === 'number' && typeof longitude === 'number';
}

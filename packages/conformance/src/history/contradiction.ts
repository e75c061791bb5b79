import type { Budget } from './budget.ts';
import { HistoryLimitError } from './history-limit-error.ts';
import { isLinearizable } from './is-linearizable.ts';
import { type History, type Operation, unanswered } from './operation.ts';

/** The history up to a moment: what was called by then, with the answers that were given by then. */
function until(operations: History, time: number): History {
  return operations
    .filter(({ called }) => called <= time)
    .map((operation) => ((operation.answer?.at ?? 0) > time ? unanswered(operation) : operation));
}

/**
 * The shortest beginning of a history on one identifier that no order fits. It ends with the answer of a `get` or
 * a `replace`: a `put` or a `delete` can always take effect last.
 */
export function shortestContradiction(operations: History, budget: Budget): History {
  const ends = operations.flatMap(({ answer }) => (answer ? [answer.at] : [])).sort((a, b) => a - b);
  let right = -1;
  let wrong = ends.length - 1;
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (judge(until(operations, ends[middle] ?? 0), budget) === false) wrong = middle;
    else right = middle;
  }
  return until(operations, ends[wrong] ?? 0);
}

/**
 * The operations whose answers contradict each other: no order fits them even when all the other answers are forgotten,
 * and some order does when one more is.
 */
export function contradictingOperations(beginning: History, budget: Budget): History {
  const answered = beginning.filter(({ answer }) => answer);
  // Reads are forgotten first, if they can be: what they have read would have to be told, too.
  let matters = new Set(answered.toSorted((a, b) => Number(b.method === 'get') - Number(a.method === 'get')));
  for (let size = matters.size; size >= 1; size >>= 1) {
    const left = [...matters];
    for (let start = 0; start < left.length; start += size) {
      const fewer = new Set(matters);
      for (const operation of left.slice(start, start + size)) fewer.delete(operation);
      const forgotten = beginning.map((operation) =>
        fewer.has(operation) ? operation : unanswered(operation),
      );
      if (judge(forgotten, budget) === false) matters = fewer;
    }
  }
  return [...matters].sort((a, b) => a.called - b.called);
}

/** What `get` or `replace` could have been answered, all the others having been answered as they were. */
export function possibleResults(
  beginning: History,
  operation: Operation,
  budget: Budget,
): readonly unknown[] {
  const { method, answer } = operation;
  const at = answer?.at ?? 0;
  const written = beginning.flatMap(({ location }) => (location ? [location] : []));
  const results = method === 'get' ? [undefined, ...written] : [true, false];
  return results.filter((result) => {
    const changed = beginning.map((other) =>
      other === operation ? { ...operation, answer: { at, result } } : other,
    );
    return judge(changed, budget) === true;
  });
}

/** A contradiction stays one where it is too much work to show it in fewer operations. */
function judge(operations: History, budget: Budget): boolean | undefined {
  try {
    return isLinearizable(operations, budget);
  } catch (error) {
    if (error instanceof HistoryLimitError) return undefined;
    throw error;
  }
}

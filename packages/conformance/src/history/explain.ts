import { keyOf } from './blocks.ts';
import { type Budget, HistoryLimitError, isLinearizable } from './is-linearizable.ts';
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

/** The most results that the last line names. */
const maxResults = 3;
/** The most writes that are told one by one though they were over before anything that they are to explain. */
const maxEarlier = 3;

/**
 * Says in lines what contradicts itself.
 *
 * @param shown the operations that do, in the order of their calls.
 * @param others how many more there were until then.
 * @param last the one that was answered last; `possible` is what it could have been answered.
 */
export function explain(
  shown: History,
  others: number,
  last: Operation,
  possible: readonly unknown[],
): string {
  const rest = others === 0 ? '' : `, whatever came of ${others} more until then`;
  const results = possible.slice(0, maxResults).map(show);
  if (possible.length > maxResults) results.push(`${possible.length - maxResults} more`);
  // There are none when it would be too much work to find them.
  const reason = results.length > 0 ? `could only be ${results.join(' or ')}` : 'fits nothing before it';
  const { method, client, answer } = last;
  return [
    `No order of these operations on ${JSON.stringify(last.id)} fits their answers${rest}:`,
    ...lines(shown).map((line) => `  ${line}`),
    `At ${answer?.at} the answer to the ${method} of client ${client} ${reason}.`,
  ].join('\n');
}

/** One line for each: who, from when to when, what, and what came of it. */
function lines(operations: History): readonly string[] {
  const earlier = earlierWrites(operations);
  const cells = operations.filter((operation) => !earlier.includes(operation)).map(row);
  if (earlier.length > 0) {
    const end = Math.max(...earlier.map(({ answer }) => answer?.at ?? 0));
    cells.unshift(['earlier', `${earlier[0]?.called}-${end}`, `${earlier.length} puts and deletes`]);
  }
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function row(operation: Operation): string[] {
  const { client, method, location, called, answer } = operation;
  const what = `${method}${location ? ` ${show(location)}` : ''}${outcome(operation)}`;
  return [`client ${client}`, `${called}-${answer?.at ?? ''}`, what];
}

/** The writes of which only one thing matters: that they were over before all the others. */
function earlierWrites(operations: History): History {
  const tellers = operations.filter(({ method }) => method === 'get' || method === 'replace');
  const start = Math.min(...tellers.map(({ called }) => called));
  const read = new Set(tellers.map(({ answer }) => keyOf(answer?.result)));
  const earlier = operations.filter(
    ({ location, answer }) => answer && answer.at < start && !(location && read.has(keyOf(location))),
  );
  return earlier.length > maxEarlier ? earlier : [];
}

function outcome({ method, answer, failure }: Operation): string {
  if (!answer) return failure === undefined ? ', not answered' : `, failed: ${failure}`;
  return method === 'get' || method === 'replace' ? `: ${show(answer.result)}` : '';
}

function show(result: unknown): string {
  if (typeof result === 'boolean') return String(result);
  return result === undefined ? 'absent' : keyOf(result);
}

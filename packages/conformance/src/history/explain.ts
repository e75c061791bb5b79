import { keyOf } from './blocks.ts';
import { type Budget, HistoryLimitError, isLinearizable } from './is-linearizable.ts';
import { type History, type Operation, withoutOutcome } from './operation.ts';

/** The history up to a moment: the calls made by then, with the outcomes known by then. */
function until(operations: History, time: number): History {
  return operations
    .filter(({ called }) => called <= time)
    .map((operation) => ((operation.outcome?.at ?? 0) > time ? withoutOutcome(operation) : operation));
}

/**
 * The shortest beginning of a history on one identifier that no order fits. It ends with the outcome of a `get` or
 * a `replace`: a `put` or a `delete` can always take effect last.
 */
export function shortestContradiction(operations: History, budget: Budget): History {
  const ends = operations.flatMap(({ outcome }) => (outcome ? [outcome.at] : [])).sort((a, b) => a - b);
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
 * The operations whose outcomes contradict each other. No order fits them even without all the other outcomes. Some
 * order does when the outcome of one of them is removed as well.
 */
export function contradictingOperations(beginning: History, budget: Budget): History {
  const completed = beginning.filter(({ outcome }) => outcome);
  // Reads are removed first where possible: a read that is shown needs the write of what it read shown, too.
  let matters = new Set(
    completed.toSorted((a, b) => Number(b.method === 'get') - Number(a.method === 'get')),
  );
  for (let size = matters.size; size >= 1; size >>= 1) {
    const left = [...matters];
    for (let start = 0; start < left.length; start += size) {
      const fewer = new Set(matters);
      for (const operation of left.slice(start, start + size)) fewer.delete(operation);
      const forgotten = beginning.map((operation) =>
        fewer.has(operation) ? operation : withoutOutcome(operation),
      );
      if (judge(forgotten, budget) === false) matters = fewer;
    }
  }
  return [...matters].sort((a, b) => a.called - b.called);
}

/** The results that `get` or `replace` could have had, given the outcomes of all the others. */
export function possibleResults(
  beginning: History,
  operation: Operation,
  budget: Budget,
): readonly unknown[] {
  const { method, outcome } = operation;
  const at = outcome?.at ?? 0;
  const written = beginning.flatMap(({ location }) => (location ? [location] : []));
  const results = method === 'get' ? [undefined, ...written] : [true, false];
  return results.filter((result) => {
    const changed = beginning.map((other) =>
      other === operation ? { ...operation, outcome: { at, result } } : other,
    );
    return judge(changed, budget) === true;
  });
}

/** `undefined` when deciding would take too much work. The contradiction is then shown with more operations. */
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
/** The most writes shown one by one although they ended before everything that they explain began. */
const maxEarlier = 3;

/**
 * Describes a contradiction in lines.
 *
 * @param shown the contradicting operations, in the order of their calls.
 * @param others how many more operations were called until then.
 * @param last the operation that resolved last; `possible` are the results that it could have had.
 */
export function explain(
  shown: History,
  others: number,
  last: Operation,
  possible: readonly unknown[],
): string {
  const rest = others === 0 ? '' : ` (${others} other operation${others === 1 ? ' is' : 's are'} not shown)`;
  const results = possible.slice(0, maxResults).map(show);
  if (possible.length > maxResults) results.push(`${possible.length - maxResults} more`);
  // There are none when it would be too much work to find them.
  const reason = results.length > 0 ? `could only be ${results.join(' or ')}` : 'fits nothing before it';
  const { method, client, outcome } = last;
  return [
    `No order of these operations on ${JSON.stringify(last.id)} fits their outcomes${rest}:`,
    ...lines(shown).map((line) => `  ${line}`),
    `At ${outcome?.at} the ${method} of client ${client} ${reason}.`,
  ].join('\n');
}

/** One line for each operation: its client, when it began and ended, the call and its outcome. */
function lines(operations: History): readonly string[] {
  const earlier = earlierWrites(operations);
  const cells = operations.filter((operation) => !earlier.includes(operation)).map(row);
  if (earlier.length > 0) {
    const end = Math.max(...earlier.map(({ outcome }) => outcome?.at ?? 0));
    cells.unshift(['earlier', `${earlier[0]?.called}-${end}`, `${earlier.length} puts and deletes`]);
  }
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function row(operation: Operation): string[] {
  const { client, method, location, called, outcome } = operation;
  const what = `${method}${location ? ` ${show(location)}` : ''}${outcomeText(operation)}`;
  return [`client ${client}`, `${called}-${outcome?.at ?? ''}`, what];
}

/** The writes that matter only because they ended before all the others began. */
function earlierWrites(operations: History): History {
  const tellers = operations.filter(({ method }) => method === 'get' || method === 'replace');
  const start = Math.min(...tellers.map(({ called }) => called));
  const read = new Set(tellers.map(({ outcome }) => keyOf(outcome?.result)));
  const earlier = operations.filter(
    ({ location, outcome }) => outcome && outcome.at < start && !(location && read.has(keyOf(location))),
  );
  return earlier.length > maxEarlier ? earlier : [];
}

function outcomeText({ method, outcome, failure }: Operation): string {
  if (!outcome) return failure === undefined ? ', no outcome' : `, failed: ${failure}`;
  return method === 'get' || method === 'replace' ? `: ${show(outcome.result)}` : '';
}

function show(result: unknown): string {
  if (typeof result === 'boolean') return String(result);
  return result === undefined ? 'absent' : keyOf(result);
}

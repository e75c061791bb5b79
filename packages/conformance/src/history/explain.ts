import { keyOf } from './blocks.ts';
import type { History, Operation } from './operation.ts';

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

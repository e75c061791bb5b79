import type { Fake, JournalEntry, RequestMatch } from '@location-records/testing';
import { parsePattern } from './fault-description.ts';
import { checkMembers, InputError, withMembers } from './members.ts';

const filters = ['method', 'id', 'idPattern', 'route', 'status', 'outcome', 'clause', 'limit'];
const outcomes = ['pending', 'completed', 'broken', 'left'];

/**
 * The entries of a journal that a query asks for, as JSON.
 *
 * @throws {InputError} when a parameter is unknown or not valid.
 */
export function viewJournal({ journal }: Fake, query: URLSearchParams): object {
  checkMembers(Object.fromEntries(query), filters, 'parameter');
  const twice = filters.find((name) => name !== 'method' && query.getAll(name).length > 1);
  if (twice !== undefined) throw new InputError(`The parameter "${twice}" is there twice.`);
  const match = matchOf(query);
  const isWanted = createTest(query);
  const matching = new Set(withMembers(() => journal.filter(match)));
  const lines = journal.lines();
  const found = journal.entries.flatMap((entry, index) =>
    matching.has(entry) && isWanted(entry) ? [viewEntry(entry, index + 1, lines[index] ?? '')] : [],
  );
  const limit = wholeNumber(query, 'limit');
  return { count: found.length, entries: limit === undefined ? found : found.slice(-limit) };
}

/** The part of a query that the journal itself filters by. */
function matchOf(query: URLSearchParams): RequestMatch {
  const [id, pattern] = [query.get('id'), query.get('idPattern')];
  if (id !== null && pattern !== null) {
    throw new InputError('"id" and "idPattern" exclude each other; leave one out.');
  }
  return {
    method: query.getAll('method'),
    id: pattern === null ? (id ?? undefined) : parsePattern(pattern),
    route: (query.get('route') ?? undefined) as RequestMatch['route'],
  };
}

/** The part of a query that looks at responses. */
function createTest(query: URLSearchParams): (entry: JournalEntry) => boolean {
  const status = wholeNumber(query, 'status');
  const [outcome, clause] = [query.get('outcome'), query.get('clause')];
  if (outcome !== null && !outcomes.includes(outcome)) {
    throw new InputError(
      `The parameter "outcome" must be ${outcomes.slice(0, -1).join(', ')} or ${outcomes.at(-1)}.`,
    );
  }
  return (entry) =>
    (status === undefined || entry.response?.status === status) &&
    (outcome === null || entry.outcome === outcome) &&
    (clause === null || entry.explanation?.clause === clause);
}

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InputError(`The parameter "${name}" must be a whole number from 1.`);
  return Number(text);
}

function viewEntry(entry: JournalEntry, number: number, line: string): object {
  const { request, response, outcome, explanation, faults, arrivedAt, endedAt } = entry;
  const { method, target, route, id, headers, body } = request;
  return {
    number,
    line,
    outcome,
    clause: explanation?.clause ?? null,
    reason: explanation?.reason ?? null,
    faults,
    request: { method, target, route, id: id ?? null, headers, body: body ?? null },
    response: response ? { status: response.status, headers: response.headers, body: response.body } : null,
    arrivedAt: new Date(performance.timeOrigin + arrivedAt),
    durationMs: endedAt === undefined ? null : Math.round((endedAt - arrivedAt) * 1000) / 1000,
  };
}

import { InvalidArgumentError, type LocationRequest, type LocationResponse } from '@location-records/core';
import { FakeError } from './errors.ts';
import { createRequestTest, type RequestMatch } from './request-match.ts';

/**
 * A request to a fake and its response. Entries are live: they show the state at the moment when they are
 * read.
 */
export interface JournalEntry {
  /** From 1, in the order of arrival since the last reset. */
  readonly number: number;
  readonly request: {
    readonly method: string;
    /** The raw request target. */
    readonly target: string;
    /** The path below the base URL, with its identifier decoded. */
    readonly path: string;
    /** The identifier, decoded, if the target names a record. */
    readonly id: string | undefined;
    readonly headers: LocationRequest['headers'];
    /** The body as far as the service has read it; `undefined` if it has read nothing. */
    readonly body: string | undefined;
  };
  /** `undefined` before the response, and if there is none. */
  readonly response:
    | {
        readonly status: number;
        readonly headers: LocationResponse['headers'];
        /** The body as far as it was sent. */
        readonly body: string;
      }
    | undefined;
  /**
   * - `pending`: the response was not sent to its end yet.
   * - `completed`: it was sent completely.
   * - `broken`: a fault, or a store that failed, broke the connection.
   * - `left`: the client aborted the request or went away.
   */
  readonly outcome: Outcome;
  /** The clause that decided the response, and the reason; `fault` if a fault responded. */
  readonly explanation: LocationResponse['explanation'];
  /** The names of the faults that it met. */
  readonly faults: readonly string[];
  /** In milliseconds of the clock of the fake. */
  readonly arrivedAt: number;
  /** `undefined` while it is pending. */
  readonly endedAt: number | undefined;
}

const outcomes = ['pending', 'completed', 'broken', 'left'] as const;

/** How a request has ended. */
type Outcome = (typeof outcomes)[number];

/** Matches the entries for which every given member holds. */
export interface JournalMatch extends RequestMatch {
  /** The status of the response. */
  readonly status?: number | undefined;
  readonly outcome?: Outcome | undefined;
  /**
   * The body of the request: its text, or a part of its JSON value, in which an object may have further
   * members. `expect.any(Number)` and the like of a test runner work inside.
   */
  readonly body?: unknown;
  /**
   * How many entries must match. Only expectations have it.
   * @default at least one
   */
  readonly times?: number | undefined;
}

/** A match that selects entries, and expects no number of them. */
type EntryMatch = Omit<JournalMatch, 'times'>;

/** Whether an expectation is met, and the message if that is wrong. */
interface Verdict {
  readonly pass: boolean;
  message(): string;
}

/** Every request to a fake and its response, in the order of arrival. */
export class Journal implements Iterable<JournalEntry> {
  #entries: JournalEntry[] = [];

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /**
   * Returns the matching entries.
   *
   * @throws {InvalidArgumentError} if a member is unknown, or no entry can have its value.
   */
  filter(match: EntryMatch = {}): readonly JournalEntry[] {
    return this.#entries.filter(createEntryTest(match));
  }

  /**
   * Returns the matching entries as lines such as `PUT /a 404`:
   * `expect(fake.journal.lines()).toEqual(['POST /a 200', 'GET /a 200'])`.
   */
  lines(match?: EntryMatch): readonly string[] {
    return this.filter(match).map(lineOf);
  }

  /**
   * Returns the matching entries.
   *
   * @throws {FakeError} `JOURNAL_MISMATCH` if the number of matching entries is not `times`, or is 0 without
   * it.
   */
  expect(expected: JournalMatch = {}): readonly JournalEntry[] {
    const { pass, message } = this.verdict(expected);
    if (!pass) throw new FakeError('JOURNAL_MISMATCH', message());
    const { times: _, ...match } = expected;
    return this.filter(match);
  }

  /**
   * Compares the entries with an expectation, for the matchers of test runners. The message fits an
   * expectation that fails, or the negation of one that passes.
   *
   * @internal
   */
  verdict(expected: JournalMatch = {}): Verdict {
    const { times, ...match } = expected;
    if (times !== undefined && !(Number.isInteger(times) && times >= 0)) {
      throw new InvalidArgumentError('match.times', 'a whole number from 0');
    }
    const count = this.filter(match).length;
    const pass = times === undefined ? count > 0 : count === times;
    const wanted = `${pass ? 'no ' : ''}requests like ${describe(expected)}`;
    return { pass, message: () => `Expected ${wanted}, but ${count} matched. ${this}` };
  }

  /** Removes all entries. */
  clear(): void {
    this.#entries = [];
  }

  /** @internal */
  add(entry: JournalEntry): void {
    this.#entries.push(entry);
  }

  /** Lists all entries with their bodies, clauses, reasons and faults. */
  toString(): string {
    const lines = this.#entries.map((entry) => `\n  ${explainedLine(entry)}`);
    return `The fake has received ${lines.length === 0 ? 'no request.' : `this:${lines.join('')}`}`;
  }

  [Symbol.iterator](): Iterator<JournalEntry> {
    return this.#entries.values();
  }
}

const matchMembers = ['method', 'target', 'status', 'outcome', 'body'];

function createEntryTest(match: EntryMatch): (entry: JournalEntry) => boolean {
  if (typeof match !== 'object' || match === null) throw new InvalidArgumentError('match', 'an object');
  const unknown = Object.keys(match).find((name) => !matchMembers.includes(name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`match.${unknown}`, `no members but ${matchMembers.join(', ')}`);
  }
  const { method, target, status, outcome, body } = match;
  if (status !== undefined && !(Number.isInteger(status) && status >= 100 && status < 600)) {
    throw new InvalidArgumentError('match.status', 'a status code');
  }
  if (outcome !== undefined && !outcomes.includes(outcome)) {
    throw new InvalidArgumentError('match.outcome', `one of ${outcomes.join(', ')}`);
  }
  const fits = createRequestTest('match', { method, target });
  return (entry) =>
    fits(entry.request) &&
    (status === undefined || entry.response?.status === status) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (body === undefined || hasBody(entry, body));
}

function hasBody({ request }: JournalEntry, expected: unknown): boolean {
  if (typeof expected === 'string' || request.body === undefined) return request.body === expected;
  try {
    return isPartOf(JSON.parse(request.body), expected);
  } catch {
    return false;
  }
}

/** Whether a JSON value has at least what is expected; an array has as many elements. */
function isPartOf(value: unknown, expected: unknown): boolean {
  const { asymmetricMatch } = Object(expected) as { asymmetricMatch?: (value: unknown) => boolean };
  if (typeof asymmetricMatch === 'function') return asymmetricMatch.call(expected, value);
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(expected) !== Array.isArray(value)) return false;
  if (Array.isArray(expected) && expected.length !== (value as unknown[]).length) return false;
  return Object.entries(expected).every(
    ([name, part]) => Object.hasOwn(value, name) && isPartOf(value[name as never], part),
  );
}

/** A match as JSON, in which the matchers of a runner have their names. */
function describe(match: JournalMatch): string {
  return JSON.stringify(match, (_name, value) =>
    typeof value?.asymmetricMatch === 'function' ? String(value) : value,
  );
}

/** An entry as one short line: `PUT /a 404`, `GET / 200 broken`, `POST /a pending`. */
export function lineOf({ request, response, outcome }: JournalEntry): string {
  const parts = [request.method, request.target, response?.status, outcome === 'completed' ? '' : outcome];
  return parts.filter(Boolean).join(' ');
}

function explainedLine(entry: JournalEntry): string {
  const { request, explanation } = entry;
  const body = request.body === undefined ? '' : `, body ${shorten(request.body)}`;
  const why = explanation ? ` – ${explanation.clause}: ${explanation.reason}` : '';
  const met = !explanation && entry.faults.length > 0 ? ` – fault: ${entry.faults.join(', ')}` : '';
  return `${lineOf(entry)}${body}${why}${met}`;
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text;
}

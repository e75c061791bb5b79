import { createMatcher, type RequestMatch } from '../faults/request-match.ts';
import type { JournalEntry } from './journal-entry.ts';
import { JournalError } from './journal-error.ts';

/**
 * Every request to a fake and its response, in the order of arrival. Nothing of it needs a test runner: what it gives
 * fits any `expect`, and `only` and `expectCount` throw a {@link JournalError} that says what did arrive.
 */
export class Journal implements Iterable<JournalEntry> {
  #entries: JournalEntry[] = [];

  /** All of them. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** How many match. */
  count(match?: RequestMatch): number {
    return this.filter(match).length;
  }

  /** Those that match. */
  filter(match?: RequestMatch): readonly JournalEntry[] {
    const matches = createMatcher(match);
    return this.#entries.filter(({ request }) => matches(request));
  }

  /** The last one that matches. */
  last(match?: RequestMatch): JournalEntry | undefined {
    return this.filter(match).at(-1);
  }

  /**
   * The one that matches.
   *
   * @throws {JournalError} when none does, or more than one.
   */
  only(match?: RequestMatch): JournalEntry {
    return this.expectCount(1, match)[0] as JournalEntry;
  }

  /**
   * Those that match, which must be so many.
   *
   * @throws {JournalError} when they are not.
   */
  expectCount(count: number, match?: RequestMatch): readonly JournalEntry[] {
    const found = this.filter(match);
    if (found.length === count) return found;
    const expected = `${count} ${describe(match)}${count === 1 ? '' : 's'}, not ${found.length}`;
    throw new JournalError(expected, this.toJSON());
  }

  /**
   * Each that matches as a short line, such as `PUT /a 404`, so that
   * `expect(fake.journal.lines()).toEqual(['POST /a 200', 'GET /a 200'])` tells by itself what did arrive.
   */
  lines(match?: RequestMatch): readonly string[] {
    return this.filter(match).map(entryLine);
  }

  /** The same with the rule that has decided each response and why, for a person: what test runners print. */
  toJSON(): readonly string[] {
    return this.#entries.map(explainedLine);
  }

  /** The lines of `toJSON` as one text. */
  toString(): string {
    return this.toJSON().join('\n');
  }

  /** Adds a request that has arrived. */
  add(entry: JournalEntry): void {
    this.#entries.push(entry);
  }

  /** Forgets all of them. */
  clear(): void {
    this.#entries = [];
  }

  /** For `console.log` of Node.js, which knows nothing of `toJSON`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Journal of ${this.#entries.length}:\n${this}`;
  }

  [Symbol.iterator](): Iterator<JournalEntry> {
    return this.#entries.values();
  }
}

/** What was asked for, in words: `PUT or POST request for "a"`. */
function describe({ method, id, route, where }: RequestMatch = {}): string {
  const methods = typeof method === 'string' ? method : method?.join(' or ');
  return [
    methods,
    'request',
    route === 'collection' && 'for the list',
    route === 'record' && id === undefined && 'for a record',
    id !== undefined && `for ${typeof id === 'string' ? JSON.stringify(id) : id}`,
    where && 'that fits',
  ]
    .filter(Boolean)
    .join(' ');
}

/** An entry as one short line: `PUT /a 404`, `GET / 200 broken`, `POST /a pending`. */
function entryLine({ request, response, outcome }: JournalEntry): string {
  const parts: (string | number)[] = [request.method, request.target];
  if (response) parts.push(response.status);
  if (outcome !== 'completed') parts.push(outcome);
  return parts.join(' ');
}

/** With all that one wants to know when it is not what one has expected. */
function explainedLine(entry: JournalEntry): string {
  const { explanation, faults, request } = entry;
  const body = request.body === undefined ? '' : `, body ${shorten(JSON.stringify(request.body))}`;
  const why = explanation ? ` – ${explanation.clause}: ${explanation.reason}` : '';
  const met = faults.length > 0 ? ` – met ${faults.join(', ')}` : '';
  return `${entryLine(entry)}${body}${why}${met}`;
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text;
}

import { InvalidArgumentError } from '@location-records/core';
import type { JournalEntry } from './journal-entry.ts';
import { JournalError } from './journal-error.ts';
import { createEntryMatcher, type EntryMatcher, type JournalMatch } from './journal-match.ts';

/**
 * Every request to a fake and its response, in the order of arrival. It works with any test runner: its results are
 * plain values, and expectations that are not met throw a {@link JournalError} that lists all requests.
 */
export class Journal implements Iterable<JournalEntry> {
  #entries: JournalEntry[] = [];

  /** All entries. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** The number of matching entries. */
  count(match?: JournalMatch): number {
    return this.filter(match).length;
  }

  /** The matching entries. */
  filter(match?: JournalMatch): readonly JournalEntry[] {
    return this.#entries.filter(createEntryMatcher(match).matches);
  }

  /** The last matching entry. */
  last(match?: JournalMatch): JournalEntry | undefined {
    return this.filter(match).at(-1);
  }

  /**
   * The only matching entry.
   *
   * @throws {JournalError} when no entry matches, or more than one.
   */
  only(match?: JournalMatch): JournalEntry {
    return this.expectCount(1, match)[0] as JournalEntry;
  }

  /**
   * The matching entries, which must be `count` in number.
   *
   * @throws {JournalError} when their number differs.
   * @throws {InvalidArgumentError} when `count` is not a whole number from 0.
   */
  expectCount(count: number, match?: JournalMatch): readonly JournalEntry[] {
    if (!Number.isInteger(count) || count < 0)
      throw new InvalidArgumentError('count', 'a whole number from 0');
    const matcher = createEntryMatcher(match);
    const found = this.#entries.filter(matcher.matches);
    if (found.length === count) return found;
    const expected = `${count} ${matcher.words(count)}, not ${found.length}`;
    throw this.#mismatch(expected, matcher);
  }

  /**
   * The matching entries, at least one.
   *
   * @throws {JournalError} when no entry matches.
   */
  expectSome(match?: JournalMatch): readonly JournalEntry[] {
    const matcher = createEntryMatcher(match);
    const found = this.#entries.filter(matcher.matches);
    if (found.length > 0) return found;
    throw this.#mismatch(`a ${matcher.words(1)}`, matcher);
  }

  /**
   * Returns the matching entries as short lines, such as `PUT /a 404`:
   * `expect(fake.journal.lines()).toEqual(['POST /a 200', 'GET /a 200'])` shows all requests when it fails.
   */
  lines(match?: JournalMatch): readonly string[] {
    return this.filter(match).map(entryLine);
  }

  /** The same lines with the clause and the reason of each response, as test runners print them. */
  toJSON(): readonly string[] {
    return this.#entries.map(explainedLine);
  }

  /** The lines of `toJSON` as one text. */
  toString(): string {
    return this.toJSON().join('\n');
  }

  /** Adds the entry of a new request. */
  add(entry: JournalEntry): void {
    this.#entries.push(entry);
  }

  /** Removes all entries. */
  clear(): void {
    this.#entries = [];
  }

  /** For `console.log` of Node.js, which does not call `toJSON`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Journal of ${this.#entries.length}:\n${this}`;
  }

  [Symbol.iterator](): Iterator<JournalEntry> {
    return this.#entries.values();
  }

  #mismatch(expected: string, { explain }: EntryMatcher): JournalError {
    const lines = this.#entries.map((entry) => {
      const difference = explain(entry);
      return difference === undefined ? explainedLine(entry) : `${explainedLine(entry)} – ${difference}`;
    });
    return new JournalError(expected, lines);
  }
}

/** An entry as one short line: `PUT /a 404`, `GET / 200 broken`, `POST /a pending`. */
function entryLine({ request, response, outcome }: JournalEntry): string {
  const parts: (string | number)[] = [request.method, request.target];
  if (response) parts.push(response.status);
  if (outcome !== 'completed') parts.push(outcome);
  return parts.join(' ');
}

/** An entry as a line with its body, the clause, the reason and its faults, for a failed expectation. */
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

import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { createMatcher, describeMatch, type RequestMatch } from '../faults/request-match.ts';
import { checkBody, differenceOf } from './body-difference.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Matches the entries of a journal for which every given member holds. */
export interface JournalMatch extends RequestMatch {
  /**
   * The body of the request: a text as it was sent, or a part of its JSON value. An object matches one that has further
   * members, and an array one of the same length. `expect.any(Number)` and the like of a test runner work inside.
   */
  readonly body?: unknown;
  /** The status code of the response. */
  readonly status?: number | undefined;
}

/** A match that was checked. */
export interface EntryMatcher {
  /** Whether every given member holds. */
  matches(entry: JournalEntry): boolean;
  /** Tells why the body of a request is not the one that was asked for, where it alone differs. */
  explain(entry: JournalEntry): string | undefined;
  /** The match in words: `PUT request for "a"`, or `PUT requests for "a"` unless the number is 1. */
  words(count: number): string;
}

/**
 * Makes the test for a match.
 *
 * @throws {InvalidArgumentError} when it is not an object.
 * @throws {OptionError} when a member is unknown, or has a value that no entry can have.
 */
export function createEntryMatcher(match: JournalMatch = {}): EntryMatcher {
  if (typeof match !== 'object' || match === null) {
    throw new InvalidArgumentError('match', "an object such as { method: 'PUT', id: 'home' }");
  }
  const names = ['method', 'id', 'route', 'where', 'body', 'status'] as const;
  const { body, status, ...request } = checkOptionNames(match, names);
  const matchesRequest = createMatcher(request);
  checkBody(body);
  if (status !== undefined && !(Number.isInteger(status) && status >= 100 && status < 600)) {
    throw new OptionError('status', 'a status code');
  }
  const matchesAllButBody = (entry: JournalEntry) =>
    (status === undefined || entry.response?.status === status) && matchesRequest(entry.request);
  const bodyDifference = ({ request }: JournalEntry) =>
    body === undefined ? undefined : differenceOf(body, request);
  return {
    matches: (entry) => matchesAllButBody(entry) && bodyDifference(entry) === undefined,
    explain: (entry) => (matchesAllButBody(entry) ? bodyDifference(entry) : undefined),
    words: (count) =>
      [
        describeMatch(request, count === 1 ? 'request' : 'requests'),
        body !== undefined && `with ${typeof body === 'string' ? 'the body' : 'a body like'} ${write(body)}`,
        status !== undefined && `and the response ${status}`,
      ]
        .filter(Boolean)
        .join(' '),
  };
}

/** A value as JSON, in which asymmetric matchers are written as their runners write them. */
function write(value: unknown): string {
  return JSON.stringify(value, (_key, member) => {
    if (typeof member?.toAsymmetricMatcher === 'function') return member.toAsymmetricMatcher();
    if (typeof member?.asymmetricMatch !== 'function') return member;
    return 'sample' in member ? `${member} ${write(toJson(member.sample))}` : String(member);
  });
}

/** JSON writes a pattern as an object without members. */
function toJson(sample: unknown): unknown {
  return sample instanceof RegExp ? String(sample) : sample;
}

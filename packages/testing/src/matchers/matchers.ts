import { InvalidArgumentError } from '@location-records/core';
import type { Fake } from '../fake/fake.ts';
import { listLines } from '../journal/journal-error.ts';
import { createEntryMatcher, type JournalMatch } from '../journal/journal-match.ts';

/** What a matcher tells Vitest or Jest. */
export interface MatcherOutcome {
  readonly pass: boolean;
  message(): string;
}

/** The matchers, as `expect.extend` of Vitest and Jest takes them. */
export const matchers = {
  toHaveReceived(fake: Fake, match?: JournalMatch): MatcherOutcome {
    const journal = journalOf(fake);
    const pass = journal.count(match) > 0;
    const failing = () => (pass ? journal.expectCount(0, match) : journal.expectSome(match));
    return { pass, message: () => messageOf(failing) };
  },

  toHaveReceivedTimes(fake: Fake, count: number, match?: JournalMatch): MatcherOutcome {
    const journal = journalOf(fake);
    const failing = () => journal.expectCount(count, match);
    const message = messageOf(failing);
    const otherNumber = () => {
      const words = createEntryMatcher(match).words(0);
      return `Expected another number of ${words} than ${count}, but this has arrived:${listLines(journal.toJSON())}`;
    };
    return { pass: message === '', message: () => message || otherNumber() };
  },
};

/** The message of the `JournalError` that a function throws; an empty text when it throws none. */
function messageOf(expectation: () => unknown): string {
  try {
    expectation();
    return '';
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'JOURNAL_MISMATCH') return (error as Error).message;
    throw error;
  }
}

function journalOf(fake: Fake): Fake['journal'] {
  if (typeof fake?.journal?.expectSome === 'function') return fake.journal;
  throw new InvalidArgumentError('fake', 'a fake, as createFake() returns it');
}

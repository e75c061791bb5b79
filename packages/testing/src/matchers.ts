import { InvalidArgumentError } from '@location-records/core';
import type { Fake } from './fake.ts';
import type { JournalMatch } from './journal.ts';

/** What `expect(fake)` can do in addition. `R` is what its matchers return. */
export interface FakeMatchers<R = unknown> {
  /**
   * Passes if the fake has received matching requests: at least one, or as many as `times` says. The message
   * of a failure lists what it has received.
   *
   * @example
   * expect(fake).toHaveReceived({ method: 'PUT', target: '/home', body: { description: 'Home' }, times: 1 });
   */
  toHaveReceived(expected?: JournalMatch): R;
}

/** The matchers, as `expect.extend` of Vitest and of Jest takes them. */
export const matchers = {
  toHaveReceived(fake: Fake, expected?: JournalMatch): { pass: boolean; message(): string } {
    if (typeof fake?.journal?.verdict === 'function') return fake.journal.verdict(expected);
    throw new InvalidArgumentError('fake', 'a fake, as createFake() returns it');
  },
};

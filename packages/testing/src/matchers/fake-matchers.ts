import type { JournalMatch } from '../journal/journal-match.ts';

/** What `expect(fake)` can do in addition. `R` is what its matchers return: `void`, or a promise after `resolves`. */
export interface FakeMatchers<R = unknown> {
  /**
   * Passes when the fake has received a matching request. The message of a failure lists what it has received, with the
   * clause and the reason of each response.
   *
   * @example
   * expect(fake).toHaveReceived({ method: 'PUT', id: 'home', body: { description: 'Home' } });
   */
  toHaveReceived(match?: JournalMatch): R;
  /** Passes when the fake has received this number of matching requests. */
  toHaveReceivedTimes(count: number, match?: JournalMatch): R;
}

import { InvalidArgumentError } from '@location-records/core';
import type { Fake } from '../fake/fake.ts';
import { createTestFakes, receivedBy, type UseFakeOptions } from '../runners/test-fake.ts';

/** The members that are used of the context of a test of node:test. */
export interface NodeTestContext {
  /** Registers what is done after the test. */
  after(end: () => Promise<void>): void;
  /** Adds a text to the report of the test. */
  diagnostic(message: string): void;
  /** Whether the test has passed, from Node.js 20.16. */
  readonly passed?: boolean;
}

/**
 * Returns a fork of a fixture for one test, which ends with the test. The report of a test that fails lists what the
 * fake has received.
 *
 * @throws {InvalidArgumentError} when `t` is not the context of a test, or `fixture` is not a fake.
 * @throws {OptionError} when an option is unknown or not valid.
 *
 * @example
 * test('deletes', async (t) => {
 *   const fake = useFake(t, fixture, { unmetFaults: 'fail' });
 * });
 */
export function useFake(t: NodeTestContext, fixture: Fake, options?: UseFakeOptions): Fake {
  if (typeof t?.after !== 'function' || typeof t.diagnostic !== 'function') {
    throw new InvalidArgumentError('t', 'the context that node:test passes to a test');
  }
  const { begin, end } = createTestFakes(fixture, options);
  const fake = begin();
  t.after(async () => {
    const hasFailed = t.passed === false;
    if (hasFailed) t.diagnostic(receivedBy(fake));
    await end(fake, hasFailed);
  });
  return fake;
}

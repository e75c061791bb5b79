import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { Fake } from '../fake/fake.ts';
import { listLines } from '../journal/journal-error.ts';

/** What happens at the end of each test. */
export interface UseFakeOptions {
  /**
   * Whether a test fails when it has added a fault that no request has met.
   * @default 'ignore'
   */
  readonly unmetFaults?: 'fail' | 'ignore' | undefined;
}

/** Makes the fake of each test. */
interface TestFakes {
  /** A fork of the fixture. */
  begin(): Fake;
  /**
   * Releases the ports of a fake.
   *
   * @throws {UnmetFaultsError} when a test that has passed so far has unmet faults that make it fail.
   */
  end(fake: Fake, hasFailed: boolean): Promise<void>;
}

/**
 * Makes forks of a fixture for tests.
 *
 * @throws {InvalidArgumentError} when `fixture` is not a fake.
 * @throws {OptionError} when an option is unknown or not valid.
 */
export function createTestFakes(fixture: Fake, options: UseFakeOptions | undefined): TestFakes {
  if (typeof fixture?.fork !== 'function' || typeof fixture.fetch !== 'function') {
    throw new InvalidArgumentError('fixture', 'a fake, as createFake() returns it');
  }
  const { unmetFaults = 'ignore' } = checkOptionNames(options, ['unmetFaults']);
  if (unmetFaults !== 'fail' && unmetFaults !== 'ignore') {
    throw new OptionError('unmetFaults', "'fail' or 'ignore'");
  }
  return {
    begin: () => fixture.fork(),
    async end(fake, hasFailed) {
      await fake.close();
      if (unmetFaults === 'fail' && !hasFailed) fake.faults.expectMet();
    },
  };
}

/** What a failed test adds to its report. */
export function receivedBy(fake: Fake): string {
  return `The fake has received:${listLines(fake.journal.toJSON())}`;
}

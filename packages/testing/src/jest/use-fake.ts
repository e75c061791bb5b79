import { afterEach, beforeEach } from '@jest/globals';
import type { Fake } from '../fake/fake.ts';
import { createTestFakes, type UseFakeOptions } from '../runners/test-fake.ts';
import { OutsideTestError } from './outside-test-error.ts';

/**
 * Gives each test of the file, or of the `describe` in which it is called, a fork of a fixture, which ends with the
 * test. The function that it returns returns the fork of the test that runs.
 *
 * @throws {InvalidArgumentError} when `fixture` is not a fake.
 * @throws {OptionError} when an option is unknown or not valid. The returned function throws an
 * {@link OutsideTestError} when no test runs.
 *
 * @example
 * const getFake = useFake(createFake({ records }), { unmetFaults: 'fail' });
 *
 * test('deletes', async () => {
 *   const fake = getFake();
 * });
 */
export function useFake(fixture: Fake, options?: UseFakeOptions): () => Fake {
  const { begin, end } = createTestFakes(fixture, options);
  let current: Fake | undefined;
  beforeEach(() => {
    current = begin();
  });
  afterEach(async () => {
    const fake = current;
    current = undefined;
    if (fake) await end(fake, false);
  });
  return () => {
    if (current) return current;
    throw new OutsideTestError('The fake of a test exists only while the test runs: ask for it in the test.');
  };
}

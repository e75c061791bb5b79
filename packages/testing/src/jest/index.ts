/**
 * Adds the matchers of a fake to Jest when it is imported, and gives each test a fake. This file lists everything
 * public; the rest may change.
 *
 * @module
 */
import { expect } from '@jest/globals';
import type { FakeMatchers } from '../matchers/fake-matchers.ts';
import { matchers } from '../matchers/matchers.ts';
import { OutsideTestError } from './outside-test-error.ts';

export type { FakeMatchers } from '../matchers/fake-matchers.ts';
export type { UseFakeOptions } from '../runners/test-fake.ts';
export { OutsideTestError } from './outside-test-error.ts';
export { useFake } from './use-fake.ts';

declare global {
  namespace jest {
    interface Matchers<R> extends FakeMatchers<R> {}
  }
}

if (!expect) {
  throw new OutsideTestError(
    'Jest has no matchers yet: import this in a test, or in a file that setupFilesAfterEnv lists.',
  );
}
expect.extend(matchers);

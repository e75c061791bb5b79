/**
 * Adds the matcher of a fake to Jest when it is imported, in a test or in a file of `setupFilesAfterEnv`.
 *
 * @module
 */
import { expect } from '@jest/globals';
import { type FakeMatchers, matchers } from './matchers.ts';

declare global {
  namespace jest {
    interface Matchers<R> extends FakeMatchers<R> {}
  }
}

expect.extend(matchers);

/**
 * Adds the matcher of a fake to Vitest when it is imported.
 *
 * @module
 */
import { expect } from 'vitest';
import { type FakeMatchers, matchers } from './matchers.ts';

declare module 'vitest' {
  interface Matchers<T> extends FakeMatchers<void> {}
}

expect.extend(matchers);

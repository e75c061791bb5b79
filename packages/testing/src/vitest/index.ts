/**
 * Adds the matchers of a fake to Vitest when it is imported, and gives each test a fake. This file lists everything
 * public; the rest may change.
 *
 * @module
 */
import { expect } from 'vitest';
import type { FakeMatchers } from '../matchers/fake-matchers.ts';
import { matchers } from '../matchers/matchers.ts';

export type { FakeMatchers } from '../matchers/fake-matchers.ts';
export type { UseFakeOptions } from '../runners/test-fake.ts';
export { type FakeFixture, useFake, type VitestTask } from './use-fake.ts';

declare module 'vitest' {
  interface Matchers<T> extends FakeMatchers<void> {}
}

expect.extend(matchers);

/**
 * A fake for each test of node:test. This file lists everything public; the rest may change.
 *
 * @module
 */
export type { UseFakeOptions } from '../runners/test-fake.ts';
export { type NodeTestContext, useFake } from './use-fake.ts';

/**
 * Area queries: the store interface with `within`, the order of its pages, and a memory store with both.
 *
 * @module
 */

export { createAreaMemoryStore } from './area-memory-store.ts';
export {
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  checkWithin,
  compareByStripe,
  isAreaStore,
  stripeOf,
  stripes,
  type WithinOptions,
} from './area-store.ts';

/**
 * Area queries: the store interface with `within`, the order of its pages, and the memory store that offers
 * them.
 *
 * @module
 */

export { type AreaMemoryStore, createAreaMemoryStore } from './area-memory-store.ts';
export {
  type AreaGuarantees,
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  checkWithin,
  compareByStripe,
  firstStripe,
  isAreaStore,
  lastStripe,
  stripeOf,
  stripeWidth,
  type WithinOptions,
} from './area-store.ts';

/**
 * Area queries: the store interface with `within`, the order of its pages, and the memory store that offers them.
 *
 * @module
 */

export { type AreaMemoryStore, createAreaMemoryStore } from './areas/area-memory-store.ts';
export {
  type AreaGuarantees,
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  checkWithin,
  isAreaStore,
  type WithinOptions,
} from './areas/area-store.ts';
export { compareByStripe, firstStripe, lastStripe, stripeOf, stripeWidth } from './areas/stripe.ts';

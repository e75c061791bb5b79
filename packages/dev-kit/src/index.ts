/**
 * What the tests of several packages share. It is not published.
 *
 * @module
 */
export { startFaultyServer } from './faulty-server.ts';
export { describeUnless, itUnless, lacks, type Needs } from './left-out.ts';
export { type ListedMutant, mutantsTable } from './mutants-table.ts';
export {
  contentOf,
  makeRecord,
  makeRecords,
  oddIds,
  orderedStore,
  storeOver,
  unavailable,
} from './stores-to-copy.ts';

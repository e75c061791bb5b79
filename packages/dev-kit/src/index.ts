/**
 * What the tests of several packages share. It is not published.
 *
 * @module
 */
export { startFaultyServer } from './tests/faulty-server.ts';
export { describeUnless, itUnless, lacks, type Needs } from './tests/left-out.ts';
export { testMisuse, testWrongCalls, type WrongCall } from './tests/misuse.ts';
export { type ListedMutant, mutantsTable } from './tests/mutants-table.ts';
export { occupy } from './tests/ports.ts';
export { addressOf, type RawClient, rawClient } from './tests/raw-client.ts';
export { selfSigned } from './tests/self-signed.ts';
export { type RunningCli, runCli, SpawnedCli, type SpawnOptions, startCli } from './tests/spawn-command.ts';
export {
  contentOf,
  makeRecord,
  makeRecords,
  oddIds,
  orderedStore,
  storeOver,
  unavailable,
} from './tests/stores.ts';

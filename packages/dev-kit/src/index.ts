/**
 * What the tests of several packages share. It is not published.
 *
 * @module
 */
export { startFaultyServer } from './tests/faulty-server.ts';
export { garbageCollector } from './tests/garbage-collector.ts';
export { testMisuse, testWrongCalls, type WrongCall } from './tests/misuse.ts';
export { occupyPort } from './tests/occupied-port.ts';
export { addressOf, type RawClient, rawClient } from './tests/raw-client.ts';
export { makeRecord, makeRecords, oddIds } from './tests/sample-records.ts';
export { selfSigned } from './tests/self-signed.ts';
export { describeUnless, itUnless, lacks, type Needs } from './tests/skipped-tests.ts';
export { type RunningCli, runCli, SpawnedCli, type SpawnOptions, startCli } from './tests/spawn-command.ts';
export { contentOf, storeOver, unavailable } from './tests/store-doubles.ts';

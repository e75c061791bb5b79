/**
 * What the tests of several packages share. It is not published.
 *
 * @module
 */
export { garbageCollector } from './garbage-collector.ts';
export { testMisuse, testWrongCalls, type WrongCall } from './misuse.ts';
export { occupyPort } from './occupied-port.ts';
export { addressOf, type RawClient, rawClient } from './raw-client.ts';
export { makeRecord, makeRecords, oddIds } from './sample-records.ts';
export { selfSigned } from './self-signed.ts';
export { describeUnless, itUnless, lacks, type Needs } from './skipped-tests.ts';
export { type RunningCli, runCli, SpawnedCli, startCli } from './spawn-command.ts';
export { contentOf, storeOver, unavailable } from './store-doubles.ts';

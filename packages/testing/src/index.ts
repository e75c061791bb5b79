/**
 * The in-process fake of location-records. This file lists everything public; the rest may change.
 *
 * @module
 */
export type { Clock } from './fake/clock.ts';
export { createManualClock, type ManualClock } from './fake/clock.ts';
export { MissingGlobalError, UrlNotServedError } from './fake/errors.ts';
export { createFake, type Fake } from './fake/fake.ts';
export type { Fetch } from './fake/fake-fetch.ts';
export type { FakeRecords } from './fake/fake-records.ts';
export { breakingOff, type ListeningFake, type ListenOptions } from './fake/listen.ts';
export type { ExtendedService, FakeExtension, FakeOptions } from './fake/options.ts';
export { type RestoreFetch, replaceFetch } from './fake/replace-fetch.ts';
export type { BreakOptions } from './faults/broken-connections.ts';
export { breakConnection, cutResponse, tearList } from './faults/broken-connections.ts';
export { ConnectionBrokenError } from './faults/connection-broken-error.ts';
export {
  type Duration,
  delayRequest,
  delayResponse,
  type SlowOptions,
  slowResponse,
} from './faults/delays.ts';
export type { AddedFault, FakeFaults, FaultScope } from './faults/fake-faults.ts';
export type { FakeRequest, Fault, FaultContext, FaultyHandler, Random } from './faults/fault.ts';
export { loseResponse, loseWrite, readStale } from './faults/lost-updates.ts';
export type { RequestMatch } from './faults/request-match.ts';
export { type RespondOptions, respondWith } from './faults/respond-with.ts';
export { UnmetFaultsError } from './faults/unmet-faults-error.ts';
export type { Journal } from './journal/journal.ts';
export type {
  JournalEntry,
  RecordedRequest,
  RecordedResponse,
  RequestOutcome,
} from './journal/journal-entry.ts';
export { JournalError } from './journal/journal-error.ts';
export type { JournalMatch } from './journal/journal-match.ts';

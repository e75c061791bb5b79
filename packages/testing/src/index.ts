/**
 * The in-process fake of location-records. This file lists everything public; the rest may change.
 *
 * @module
 */
export type { Clock } from './clock.ts';
export { ConnectionBrokenError, FakeError, type FakeErrorCode } from './errors.ts';
export { createFake, type Fake } from './fake.ts';
export type { AddedFault, FaultTable } from './fault-table.ts';
export type { FakeRequest, Fault, FaultFunction, FaultKind, FaultScope } from './faults.ts';
export type { ExpectedRequests, Journal, JournalEntry, JournalMatch, Outcome } from './journal.ts';
export type { ListeningFake, ListenOptions } from './listen.ts';
export type { ExtendedService, FakeExtension, FakeOptions, Fetch } from './options.ts';
export type { FakeRecords } from './records.ts';
export type { RequestMatch } from './request-match.ts';
export { type RespondOptions, respondWith } from './respond-with.ts';

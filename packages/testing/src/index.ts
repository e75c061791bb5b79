/**
 * The in-process fake of location-records. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export type { Clock } from './fake/clock.ts';
export { createFake, type Fake } from './fake/fake.ts';
export type { Fetch } from './fake/fake-fetch.ts';
export type { FakeRecords } from './fake/fake-records.ts';
export type { ListeningFake, ListenOptions } from './fake/listen.ts';
export { createManualClock, type ManualClock } from './fake/manual-clock.ts';
export { MissingGlobalError } from './fake/missing-global-error.ts';
export type { FakeOptions } from './fake/options.ts';
export { type RestoreFetch, replaceFetch } from './fake/replace-fetch.ts';
export { UrlNotServedError } from './fake/url-not-served-error.ts';
export { type AnswerOptions, answerWith } from './faults/answer-with.ts';
export { breakConnection } from './faults/break-connection.ts';
export { ConnectionBrokenError } from './faults/connection-broken-error.ts';
export { cutAnswer } from './faults/cut-answer.ts';
export { type Duration, delayAnswer, delayRequest } from './faults/delay.ts';
export type { FakeRequest, Fault, FaultContext, FaultyAnswer } from './faults/fault.ts';
export type { FaultOrder } from './faults/fault-order.ts';
export type { BreakOptions } from './faults/kept.ts';
export { loseAnswer } from './faults/lose-answer.ts';
export { loseWrite } from './faults/lose-write.ts';
export type { OrderedFault, OrderedFaults } from './faults/ordered-faults.ts';
export type { Random } from './faults/random.ts';
export { readStale } from './faults/read-stale.ts';
export type { RequestMatch } from './faults/request-match.ts';
export { type SlowOptions, slowAnswer } from './faults/slow-answer.ts';
export { tearList } from './faults/tear-list.ts';
export type { Journal } from './journal/journal.ts';
export type { JournalEntry, Outcome, RecordedResponse } from './journal/journal-entry.ts';
export { JournalError } from './journal/journal-error.ts';
export type { RecordedRequest } from './journal/recorded-request.ts';

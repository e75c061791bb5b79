/**
 * The in-process fake of location-records. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export type { Clock } from './fake/clock.ts';
export { ConnectionBrokenError } from './fake/connection-broken-error.ts';
export { createFake, type Fake } from './fake/fake.ts';
export type { Fetch } from './fake/fake-fetch.ts';
export type { FakeRecords } from './fake/fake-records.ts';
export type { FakeRequest, Fault, FaultContext, FaultyAnswer } from './fake/fault.ts';
export type { FaultOrder } from './fake/fault-order.ts';
export { type AnswerOptions, answerWith } from './fake/faults/answer-with.ts';
export { breakConnection } from './fake/faults/break-connection.ts';
export { cutAnswer } from './fake/faults/cut-answer.ts';
export { type Duration, delayAnswer, delayRequest } from './fake/faults/delay.ts';
export type { BreakOptions } from './fake/faults/kept.ts';
export { loseAnswer } from './fake/faults/lose-answer.ts';
export { loseWrite } from './fake/faults/lose-write.ts';
export { readStale } from './fake/faults/read-stale.ts';
export { type SlowOptions, slowAnswer } from './fake/faults/slow-answer.ts';
export { tearList } from './fake/faults/tear-list.ts';
export type { Journal } from './fake/journal.ts';
export type { JournalEntry, Outcome, RecordedResponse } from './fake/journal-entry.ts';
export { JournalError } from './fake/journal-error.ts';
export type { ListeningFake, ListenOptions } from './fake/listen.ts';
export { createManualClock, type ManualClock } from './fake/manual-clock.ts';
export { MissingGlobalError } from './fake/missing-global-error.ts';
export type { FakeOptions } from './fake/options.ts';
export type { OrderedFault, OrderedFaults } from './fake/ordered-faults.ts';
export type { Random } from './fake/random.ts';
export type { RecordedRequest } from './fake/recorded-request.ts';
export { type RestoreFetch, replaceFetch } from './fake/replace-fetch.ts';
export type { RequestMatch } from './fake/request-match.ts';
export { UrlNotServedError } from './fake/url-not-served-error.ts';

/**
 * The in-process fake of location-records, its contracts as data, and a checker of concurrent histories. Everything public is listed here; what is not, may
 * change.
 *
 * @module
 */
export { ContractError } from './contract-error.ts';
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
export type { FakeOptions } from './fake/options.ts';
export type { OrderedFault, OrderedFaults } from './fake/ordered-faults.ts';
export type { Random } from './fake/random.ts';
export type { RecordedRequest } from './fake/recorded-request.ts';
export { type RestoreFetch, replaceFetch } from './fake/replace-fetch.ts';
export type { RequestMatch } from './fake/request-match.ts';
export { UrlNotServedError } from './fake/url-not-served-error.ts';
export { type CheckHistoryOptions, checkHistory, type Violation } from './history/check-history.ts';
export { HistoryLimitError } from './history/history-limit-error.ts';
export type { Answer, History, Operation } from './history/operation.ts';
export { recordHistory } from './history/record-history.ts';
export type { RecordHistoryOptions } from './history/record-options.ts';
export type { RecordedStore } from './history/recorder.ts';
export { ConnectionEndedError } from './http-contract/connection-ended-error.ts';
export { createFaultyStore, type FaultyStore } from './http-contract/faulty-store.ts';
export { fetchService } from './http-contract/fetch-service.ts';
export { createFreshIds } from './http-contract/fresh-ids.ts';
export { handlerService } from './http-contract/handler-service.ts';
export type { HttpCase, HttpNeed } from './http-contract/http-case.ts';
export { httpContract } from './http-contract/http-contract.ts';
export type { AnswerMatter } from './http-contract/matters.ts';
export {
  type HttpContractHost,
  type LeftOut,
  registerHttpContract,
  type StartedService,
  selectHttpCases,
  type TestRunner,
} from './http-contract/register.ts';
export { requestExceptions } from './http-contract/request-exceptions.ts';
export type {
  CaseRequest,
  CaseResponse,
  CaseResponseHead,
  Connection,
  Faults,
  Service,
  ServiceOptions,
} from './http-contract/service.ts';
export {
  registerStoreContract,
  type StoreContractOptions,
} from './store-contract/register-store-contract.ts';
export { appliesTo, runStoreCase, type StoreHost } from './store-contract/run-store-case.ts';
export type { StoreCase, StoreSubject } from './store-contract/store-case.ts';
export { storeContract } from './store-contract/store-contract.ts';

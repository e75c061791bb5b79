/**
 * The contracts of location-records as data, what runs them, and a checker of concurrent histories. Everything public is
 * listed here; what is not, may change.
 *
 * @module
 */
export { ContractError } from './contract-error.ts';
export { type CheckHistoryOptions, checkHistory, type Violation } from './history/check-history.ts';
export { HistoryLimitError } from './history/history-limit-error.ts';
export type { Answer, History, Operation } from './history/operation.ts';
export { recordHistory } from './history/record-history.ts';
export type { RecordHistoryOptions } from './history/record-options.ts';
export type { RecordedStore } from './history/recorder.ts';
export { ConnectionEndedError } from './http/connection-ended-error.ts';
export { createFaultyStore, type FaultyStore } from './http/faulty-store.ts';
export { fetchService } from './http/fetch-service.ts';
export { createFreshIds } from './http/fresh-ids.ts';
export { handlerService } from './http/handler-service.ts';
export type { HttpCase, HttpNeed } from './http/http-case.ts';
export { httpContract } from './http/http-contract.ts';
export type { AnswerMatter } from './http/matters.ts';
export {
  type HttpContractHost,
  type LeftOut,
  registerHttpContract,
  type StartedService,
  selectHttpCases,
  type TestRunner,
} from './http/register.ts';
export { requestExceptions } from './http/request-exceptions.ts';
export type {
  CaseRequest,
  CaseResponse,
  CaseResponseHead,
  Connection,
  Faults,
  Service,
  ServiceOptions,
} from './http/service.ts';
export {
  registerStoreContract,
  type StoreContractOptions,
} from './store/register-store-contract.ts';
export { appliesTo, runStoreCase, type StoreHost } from './store/run-store-case.ts';
export type { StoreCase, StoreSubject } from './store/store-case.ts';
export { storeContract } from './store/store-contract.ts';

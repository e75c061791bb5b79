/**
 * The contracts of location-records as data, functions that run them, and a checker of concurrent histories. Only what
 * this module exports is public.
 *
 * @module
 */
export { ContractError } from './contract-error.ts';
export { type CheckHistoryOptions, checkHistory, type HistoryViolation } from './history/check-history.ts';
export { HistoryLimitError } from './history/is-linearizable.ts';
export type { History, Operation, OperationOutcome } from './history/operation.ts';
export type { RecordedStore, RecordHistoryOptions } from './history/record-history.ts';
export { recordHistory } from './history/record-history.ts';
export { createFaultyStore, type FaultyStore } from './http/faulty-store.ts';
export type { HttpCase, HttpNeed, HttpOffer } from './http/http-case.ts';
export { httpContract } from './http/http-contract.ts';
export { createIdGenerator, fetchService, handlerService, requestExceptions } from './http/in-process.ts';
export {
  type HttpContractHost,
  type LeftOutCase,
  registerHttpContract,
  type StartedService,
  selectHttpCases,
  type TestRunner,
} from './http/register.ts';
export type {
  CaseRequest,
  CaseResponse,
  CaseResponseHead,
  Connection,
  Faults,
  Service,
  ServiceOptions,
} from './http/service.ts';
export { ConnectionEndedError } from './http/service.ts';
export type { CaseStores, StoreCase } from './store/store-case.ts';
export {
  registerStoreContract,
  runStoreCase,
  type StartedStores,
  type StoreContractOptions,
  selectStoreCases,
} from './store/store-case.ts';
export { storeContract } from './store/store-contract.ts';

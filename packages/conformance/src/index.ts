/**
 * The contracts of location-records as data, and functions that run them. Only what this module exports is
 * public.
 *
 * @module
 */
export { ContractError } from './contract-error.ts';
export { createFaultyStore, type FaultyStore } from './http/faulty-store.ts';
export type { HttpCase, HttpNeed } from './http/http-case.ts';
export { httpContract } from './http/http-contract.ts';
export { fetchService, handlerService, requestExceptions } from './http/in-process.ts';
export {
  type HttpContractHost,
  type LeftOutCase,
  registerHttpContract,
  type StartedService,
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
export {
  registerStoreContract,
  type StartedStores,
  type StoreCase,
  type StoreContractOptions,
} from './store/store-case.ts';
export { storeContract } from './store/store-contract.ts';

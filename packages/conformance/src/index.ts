/**
 * The contracts of location-records as data, and functions that run them. Only what this module exports is
 * public.
 *
 * @module
 */
export { ContractError } from './contract-error.ts';
export { createFaultyStore } from './http/faulty-store.ts';
export type { HttpCase } from './http/http-case.ts';
export { httpContract } from './http/http-contract.ts';
export { createFetchService, createHandlerService, requestExceptions } from './http/in-process.ts';
export { type HttpContractHost, registerHttpContract } from './http/register.ts';
export type { CaseRequest, CaseResponse, Connection, Service } from './http/service.ts';
export { registerStoreContract, type StoreCase, type StoreContractOptions } from './store/store-case.ts';
export { storeContract } from './store/store-contract.ts';

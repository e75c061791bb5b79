/**
 * The contracts of location-records as data. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { ContractError } from './contract-error.ts';
export {
  registerStoreContract,
  type StoreContractOptions,
} from './store-contract/register-store-contract.ts';
export { appliesTo, runStoreCase, type StoreHost } from './store-contract/run-store-case.ts';
export type { StoreCase, StoreSubject } from './store-contract/store-case.ts';
export { storeContract } from './store-contract/store-contract.ts';

import { storeContract } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';

/** The case `ids-patterns` writes the identifiers `.` and `..`, which no URL can hold. */
export const casesOverHttp = storeContract.filter(({ id }) => id !== 'ids-patterns');

export const serviceGuarantees = { durable: false, shared: true, listOrder: 'none' } as const;

export function newHandler() {
  return createHandler({ store: createMemoryStore(), bodyLimit: 2 ** 26 });
}

import { type HttpCase, httpContract } from '@location-records/conformance';

/**
 * The cases of the table: those of every service. No host here offers area queries or the map, which the tests of the package
 * console run on the adapters.
 */
export const matrixCases: readonly HttpCase[] = httpContract.filter(({ needs }) => !needs.includes('areas'));

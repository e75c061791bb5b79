import { httpContract } from '@location-records/conformance';

/** The cases about what the console itself serves. The others are about the service beside it. */
export const areaCases = httpContract.filter(({ needs }) => needs.includes('areas'));

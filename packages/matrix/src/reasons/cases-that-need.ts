import { type HttpNeed, httpContract } from '@location-records/conformance';

/** The identifiers of the cases with a need. */
export function casesThatNeed(need: HttpNeed): string[] {
  return httpContract.filter(({ needs }) => needs.includes(need)).map(({ id }) => id);
}

import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import type { OrderedFaults } from '../faults/ordered-faults.ts';
import type { Journal } from '../journal/journal.ts';
import { Recording } from '../journal/recording.ts';

/** What a request to a fake passes through. */
export interface Passage {
  readonly journal: Journal;
  readonly faults: OrderedFaults;
  readonly baseSegments: readonly string[];
  /** The service as it is when the request arrives. */
  readonly service: () => Handler;
  readonly now: () => number;
  /** The place of the next request in the order of arrival. */
  readonly nextArrival: () => number;
}

/**
 * Makes the handler of a fake: the service, behind the faults, with a journal. Everything that is decided of a request
 * is decided when it arrives, so that the order in which answers get ready changes nothing.
 */
export function createExchange({
  journal,
  faults,
  baseSegments,
  service,
  now,
  nextArrival,
}: Passage): Handler {
  return async (request: LocationRequest): Promise<LocationResponse> => {
    const recording = new Recording(request, baseSegments, now);
    const met = faults.meet(recording.request, nextArrival());
    recording.faults = met.names;
    journal.add(recording);
    try {
      return recording.answered(await met.around(service())(recording.asked));
    } catch (error) {
      recording.broken();
      throw error;
    }
  };
}

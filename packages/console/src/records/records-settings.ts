import type { LocationRequest } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import type { WorkLimits } from './work.ts';

/** What `/-/records` works with. */
export interface RecordsSettings {
  readonly store: AreaStore;
  readonly limits: WorkLimits;
  readonly onError: (error: unknown, request: LocationRequest) => void;
}

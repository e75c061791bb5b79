import type { Faults } from './service.ts';

/** What a case that needs `faults` is given. */
export function requireFaults(faults: Faults | undefined): Faults {
  if (!faults) throw new Error('The store of this service has no faults to order.');
  return faults;
}

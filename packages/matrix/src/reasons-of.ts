import { httpContract } from '@location-records/conformance';
import type { Host, Unreachable } from './host.ts';

/**
 * Why each case that is called unreachable is, by its identifier.
 *
 * @throws {Error} when a pattern has no case, or a case has two reasons.
 */
export function reasonsOf({ name, unreachable }: Host): ReadonlyMap<string, Unreachable> {
  const reasons = new Map<string, Unreachable>();
  for (const entry of unreachable) {
    for (const pattern of entry.cases) {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      const matching = httpContract.filter(({ id }) => expression.test(id));
      if (matching.length === 0) throw new Error(`${name}: no case is called ${pattern}.`);
      for (const { id } of matching) {
        const other = reasons.get(id);
        if (other && other !== entry)
          throw new Error(`${name}: ${id} is called unreachable for two reasons.`);
        reasons.set(id, entry);
      }
    }
  }
  return reasons;
}

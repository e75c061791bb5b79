import type { BoundCall } from './sequences.ts';
import { isOfRun } from './targets.ts';

/** Whether a call could remove records of others from a service that is wrong: it deletes, and names no record. */
export function couldEmpty({ method, target, headers }: BoundCall): boolean {
  const deletes = method === 'DELETE' || headers.some(([, value]) => value === 'DELETE');
  return deletes && !isOfRun(target);
}

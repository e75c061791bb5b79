import type { Duration } from '@location-records/testing';
import { InputError } from './members.ts';

/**
 * Reads a delay of a command line: `200`, or `100-300` for a random one between these.
 *
 * @throws {InputError} when it is neither.
 */
export function parseMilliseconds(text: string): Duration {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const duration = to === undefined ? Number(from) : ([Number(from), Number(to)] as const);
  if (from === undefined || (typeof duration !== 'number' && duration[0] > duration[1])) {
    throw new InputError('It must be milliseconds, such as 200, or a range of them, such as 100-300.');
  }
  return duration;
}

import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { RequestMatch } from './request-match.ts';

/** Which requests meet a fault: those that match, as many of them as this says. */
export interface FaultOrder extends RequestMatch {
  /**
   * For how many requests the fault is.
   * @default Infinity
   */
  readonly times?: number | undefined;
  /**
   * How likely it is that a request which matches meets the fault, from 0 to 1. Chance follows from the fake's seed.
   * @default 1
   */
  readonly chance?: number | undefined;
}

/**
 * The order with its defaults in place.
 *
 * @throws {OptionError} when something in it is not known, or cannot be; what matches is checked elsewhere.
 */
export function completeOrder(
  order: FaultOrder,
): FaultOrder & { readonly times: number; readonly chance: number } {
  const names = ['method', 'id', 'route', 'where', 'times', 'chance'] as const;
  const { times = Infinity, chance = 1 } = checkOptionNames(order, names);
  if (!(times >= 1)) throw new OptionError('times', 'a number from 1');
  if (!(chance >= 0 && chance <= 1)) throw new OptionError('chance', 'a number from 0 to 1');
  return { ...order, times, chance };
}

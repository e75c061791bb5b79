import { InvalidArgumentError } from '@location-records/core';
import type { Clock } from '../fake/clock.ts';
import type { Fault } from './fault.ts';
import type { Random } from './random.ts';

/** Milliseconds of the fake's clock: so many, or from some up to others by chance. */
export type Duration = number | readonly [from: number, to: number];

/**
 * The request is late: it waits before the service sees it, which it never does when the client gives up meanwhile.
 *
 * @throws {InvalidArgumentError} when it is no duration.
 */
export function delayRequest(duration: Duration): Fault {
  checkDuration(duration);
  return {
    name: `delayRequest(${describe(duration)})`,
    order:
      ({ clock }) =>
      async (request, next, random) => {
        await wait(clock, duration, random, request.signal);
        return next(request);
      },
  };
}

/**
 * The answer is late: the service has done what it was asked to, and then waits.
 *
 * @throws {InvalidArgumentError} when it is no duration.
 */
export function delayAnswer(duration: Duration): Fault {
  checkDuration(duration);
  return {
    name: `delayAnswer(${describe(duration)})`,
    order:
      ({ clock }) =>
      async (request, next, random) => {
        const response = await next(request);
        await wait(clock, duration, random, request.signal);
        return response;
      },
  };
}

function wait(clock: Clock, duration: Duration, random: Random, signal?: AbortSignal): Promise<void> {
  const [from, to] = range(duration);
  return clock.wait(from + random() * (to - from), signal);
}

function checkDuration(duration: Duration): void {
  const [from, to] = range(duration);
  if (!(from >= 0 && to >= from && to < Infinity)) {
    throw new InvalidArgumentError('duration', 'milliseconds from 0, or a pair of them in ascending order');
  }
}

function range(duration: Duration): readonly [from: number, to: number] {
  return typeof duration === 'number' ? [duration, duration] : duration;
}

function describe(duration: Duration): string {
  return range(duration)
    .filter((bound, index, all) => index === 0 || bound !== all[0])
    .join('–');
}

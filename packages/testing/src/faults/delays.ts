import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { Clock } from '../fake/clock.ts';
import {
  type BodyUnits,
  checkNothingElse,
  type Fault,
  pieceOf,
  type Random,
  releaseBody,
  wholeBody,
} from './fault.ts';

/** Milliseconds of the fake's clock: a number, or a range from which one is drawn at random. */
export type Duration = number | readonly [from: number, to: number];

/** The longest wait in milliseconds, about 25 days: a timer of Node.js or of a browser fires at once after a longer one. */
const maxWait = 2 ** 31 - 1;

/**
 * Delays the request before the service sees it. The service never sees it when the client aborts it meanwhile.
 *
 * @throws {InvalidArgumentError} when it is not a duration, or longer than a timer can wait (2147483647 ms).
 */
export function delayRequest(duration: Duration, ...others: readonly never[]): Fault {
  checkNothingElse(others);
  checkDuration(duration);
  return {
    name: `delayRequest(${describe(duration)})`,
    createHandler:
      ({ clock }) =>
      async (request, next, random) => {
        await wait(clock, duration, random, request.signal);
        return next(request);
      },
  };
}

/**
 * Delays the response after the service has done its work.
 *
 * @throws {InvalidArgumentError} when it is not a duration, or longer than a timer can wait (2147483647 ms).
 */
export function delayResponse(duration: Duration, ...others: readonly never[]): Fault {
  checkNothingElse(others);
  checkDuration(duration);
  return {
    name: `delayResponse(${describe(duration)})`,
    createHandler:
      ({ clock }) =>
      async (request, next, random) => {
        const response = await next(request);
        try {
          await wait(clock, duration, random, request.signal);
        } catch (error) {
          await releaseBody(response);
          throw error;
        }
        return response;
      },
  };
}

function wait(clock: Clock, duration: Duration, random: Random, signal?: AbortSignal): Promise<void> {
  const [from, to] = range(duration);
  return clock.wait(from + random() * (to - from), signal);
}

function checkDuration(duration: Duration): void {
  const bounds: readonly unknown[] = Array.isArray(duration) ? duration : [duration, duration];
  const areNumbers = bounds.length === 2 && bounds.every((bound) => typeof bound === 'number');
  const [from, to] = bounds as readonly [number, number];
  if (!areNumbers || !(isWait(from) && isWait(to) && to >= from)) {
    const expected = `milliseconds from 0 to ${maxWait}, or a pair of them in ascending order`;
    throw new InvalidArgumentError('duration', expected);
  }
}

function isWait(milliseconds: number): boolean {
  return milliseconds >= 0 && milliseconds <= maxWait;
}

function range(duration: Duration): readonly [from: number, to: number] {
  return typeof duration === 'number' ? [duration, duration] : duration;
}

function describe(duration: Duration): string {
  return range(duration)
    .filter((bound, index, all) => index === 0 || bound !== all[0])
    .join('–');
}

/** The speed of a response. */
export interface SlowOptions {
  /**
   * The number of characters in each piece.
   * @default 1024
   */
  readonly pieceLength?: number | undefined;
  /**
   * The wait before each piece, in milliseconds of the fake's clock.
   * @default 100
   */
  readonly interval?: number | undefined;
}

/**
 * Sends the body of the response piece by piece, with a wait before each piece.
 *
 * @throws {OptionError} when an option is unknown, the pieces are shorter than one character, or the interval is not a
 * duration.
 */
export function slowResponse(options?: SlowOptions, ...others: readonly never[]): Fault {
  checkNothingElse(others);
  const { pieceLength = 1024, interval = 100 } = checkOptionNames(options, ['pieceLength', 'interval']);
  if (!Number.isInteger(pieceLength) || pieceLength < 1) {
    throw new OptionError('pieceLength', 'a whole number from 1');
  }
  if (typeof interval !== 'number' || !isWait(interval)) {
    throw new OptionError('interval', `milliseconds from 0 to ${maxWait}`);
  }
  return {
    name: `slowResponse(${pieceLength} / ${interval})`,
    createHandler:
      ({ clock }) =>
      async (request, next) => {
        const response = await next(request);
        const units = await wholeBody(response);
        if (units.length === 0) return { ...response, body: '' };
        return { ...response, body: slowly(units, pieceLength, () => clock.wait(interval, request.signal)) };
      },
  };
}

async function* slowly(
  units: BodyUnits,
  pieceLength: number,
  wait: () => Promise<void>,
): AsyncGenerator<string | Uint8Array, undefined> {
  for (let start = 0; start < units.length; start += pieceLength) {
    await wait();
    yield pieceOf(units.slice(start, start + pieceLength));
  }
  return undefined;
}

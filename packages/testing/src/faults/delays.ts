import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { Clock } from '../fake/clock.ts';
import { type Fault, type Random, wholeBody } from './fault.ts';

/** Milliseconds of the fake's clock: so many, or from some up to others by chance. */
export type Duration = number | readonly [from: number, to: number];

/**
 * The request is late: it waits before the service sees it, which it never does when the client gives up meanwhile.
 *
 * @throws {InvalidArgumentError} when it is not a duration.
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
 * The response is late: the service has done what it was asked to, and then waits.
 *
 * @throws {InvalidArgumentError} when it is not a duration.
 */
export function delayResponse(duration: Duration): Fault {
  checkDuration(duration);
  return {
    name: `delayResponse(${describe(duration)})`,
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

/** How slow a response is. */
export interface SlowOptions {
  /**
   * How many characters come at a time.
   * @default 1024
   */
  readonly pieceLength?: number | undefined;
  /**
   * How many milliseconds of the fake's clock pass before each of them.
   * @default 100
   */
  readonly interval?: number | undefined;
}

/**
 * The body of the response comes piece by piece, with a wait before each.
 *
 * @throws {OptionError} when another option is given, the pieces are not at least one character long, or the interval is not a duration.
 */
export function slowResponse(options?: SlowOptions): Fault {
  const { pieceLength = 1024, interval = 100 } = checkOptionNames(options, ['pieceLength', 'interval']);
  if (!Number.isInteger(pieceLength) || pieceLength < 1) {
    throw new OptionError('pieceLength', 'a whole number from 1');
  }
  if (!(interval >= 0 && interval < Infinity)) throw new OptionError('interval', 'milliseconds from 0');
  return {
    name: `slowResponse(${pieceLength} / ${interval})`,
    order:
      ({ clock }) =>
      async (request, next) => {
        const response = await next(request);
        const text = await wholeBody(response);
        if (text === '') return { ...response, body: text };
        return { ...response, body: slowly(text, pieceLength, () => clock.wait(interval, request.signal)) };
      },
  };
}

async function* slowly(
  text: string,
  pieceLength: number,
  wait: () => Promise<void>,
): AsyncGenerator<string, undefined> {
  // By code points, so that no surrogate pair is torn.
  const characters = [...text];
  for (let start = 0; start < characters.length; start += pieceLength) {
    await wait();
    yield characters.slice(start, start + pieceLength).join('');
  }
  return undefined;
}

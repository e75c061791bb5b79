import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { Fault } from './fault.ts';
import { wholeBody } from './whole-body.ts';

/** How slow an answer is. */
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
 * The body of the answer comes piece by piece, with a wait before each.
 *
 * @throws {OptionError} when there is another option, the pieces are not at least one character long, or the interval is no time.
 */
export function slowAnswer(options?: SlowOptions): Fault {
  const { pieceLength = 1024, interval = 100 } = checkOptionNames(options, ['pieceLength', 'interval']);
  if (!Number.isInteger(pieceLength) || pieceLength < 1) {
    throw new OptionError('pieceLength', 'a whole number from 1');
  }
  if (!(interval >= 0 && interval < Infinity)) throw new OptionError('interval', 'milliseconds from 0');
  return {
    name: `slowAnswer(${pieceLength} / ${interval})`,
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

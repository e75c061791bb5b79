import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { ConnectionBrokenError } from './connection-broken-error.ts';
import { checkNothingElse, type Fault, pieceOf, wholeBody } from './fault.ts';

/**
 * Breaks the connection before the service sees the request: nothing is stored, and there is no response.
 *
 * @throws {InvalidArgumentError} when there is an argument: `faults.add` gets the requests to which it applies.
 */
export function breakConnection(...others: readonly never[]): Fault {
  checkNothingElse(others);
  return {
    name: 'breakConnection',
    skipsService: true,
    createHandler: () => async () => {
      throw new ConnectionBrokenError();
    },
  };
}

/**
 * Breaks the connection in the middle of the response, after `after` characters of its body (half of them by default).
 * Without any characters the response does not come at all. The service has done its work.
 *
 * @throws {OptionError} when an option is unknown, or `after` is not a whole number from 0.
 */
export function cutResponse(options?: BreakOptions, ...others: readonly never[]): Fault {
  checkNothingElse(others);
  const keptOf = createKept(options);
  return {
    name: 'cutResponse',
    createHandler: () => async (request, next) => {
      const response = await next(request);
      const units = await wholeBody(response);
      const kept = pieceOf(units.slice(0, keptOf(units.length)));
      if (kept.length === 0) throw new ConnectionBrokenError();
      return { ...response, body: brokenBehind(kept) };
    },
  };
}

/**
 * Breaks a list off after `after` records (half of them by default), as when the store fails half-way. It does not
 * change other responses.
 *
 * @throws {OptionError} when an option is unknown, or `after` is not a whole number from 0.
 */
export function tearList(options?: BreakOptions, ...others: readonly never[]): Fault {
  checkNothingElse(others);
  const keptOf = createKept(options);
  return {
    name: 'tearList',
    createHandler: () => async (request, next) => {
      const response = await next(request);
      const text = pieceOf(await wholeBody(response));
      if (typeof text !== 'string') return { ...response, body: inOnePiece(text) };
      if (response.status !== 200 || !text.startsWith('[')) return { ...response, body: text };
      const entries: readonly unknown[] = JSON.parse(text);
      const kept = entries.slice(0, keptOf(entries.length));
      // As for a list, which is sent in pieces.
      const { 'Content-Length': _, ...headers } = response.headers;
      const pieces = kept.map((entry) => `${JSON.stringify(entry)},`).join('');
      return { ...response, headers, body: brokenBehind(`[${pieces}`) };
    },
  };
}

/** The point at which a response breaks off. */
export interface BreakOptions {
  /**
   * The number of characters of a body, or of records of a list, before the break. The last one is never sent.
   * @default half of them
   */
  readonly after?: number | undefined;
}

/**
 * How many of `count` parts are sent before the break.
 *
 * @throws {OptionError} at once, when an option is unknown, or `after` is not a whole number from 0.
 */
function createKept(options: BreakOptions | undefined): (count: number) => number {
  const { after } = checkOptionNames(options, ['after']);
  if (after === undefined) return (count) => Math.floor(count / 2);
  if (!Number.isInteger(after) || after < 0) throw new OptionError('after', 'a whole number from 0');
  return (count) => Math.max(0, Math.min(after, count - 1));
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
  return undefined;
}

/** A body that breaks off after a piece. */
export async function* brokenBehind(
  piece: string | Uint8Array,
): AsyncGenerator<string | Uint8Array, undefined> {
  if (piece.length > 0) yield piece;
  throw new ConnectionBrokenError();
}

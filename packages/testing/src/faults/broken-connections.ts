import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { ConnectionBrokenError } from './connection-broken-error.ts';
import { type Fault, wholeBody } from './fault.ts';

/** The connection breaks before the service has seen the request: nothing is stored, nothing is answered. */
export function breakConnection(): Fault {
  return {
    name: 'breakConnection',
    order: () => async () => {
      throw new ConnectionBrokenError();
    },
  };
}

/**
 * The connection breaks in the middle of the response, after `after` characters of its body; half of them by default.
 * Where nothing of a body is left, the response does not come at all. What the service was asked to do is done.
 *
 * @throws {OptionError} when another option is given, or `after` is not a whole number from 0.
 */
export function cutResponse(options?: BreakOptions): Fault {
  const keptOf = createKept(options);
  return {
    name: 'cutResponse',
    order: () => async (request, next) => {
      const response = await next(request);
      const characters = [...(await wholeBody(response))];
      const kept = characters.slice(0, keptOf(characters.length)).join('');
      if (kept === '') throw new ConnectionBrokenError();
      return { ...response, body: brokenBehind(kept) };
    },
  };
}

/**
 * A list breaks off after `after` records, as it does when the store fails half-way; half of them by default. Other
 * answers are left as they are.
 *
 * @throws {OptionError} when another option is given, or `after` is not a whole number from 0.
 */
export function tearList(options?: BreakOptions): Fault {
  const keptOf = createKept(options);
  return {
    name: 'tearList',
    order: () => async (request, next) => {
      const response = await next(request);
      const text = await wholeBody(response);
      if (response.status !== 200 || !text.startsWith('[')) return { ...response, body: text };
      const entries: readonly unknown[] = JSON.parse(text);
      const kept = entries.slice(0, keptOf(entries.length));
      // As a list has it that is sent in pieces.
      const { 'Content-Length': _, ...headers } = response.headers;
      const pieces = kept.map((entry) => `${JSON.stringify(entry)},`).join('');
      return { ...response, headers, body: brokenBehind(`[${pieces}`) };
    },
  };
}

/** Where something breaks off. */
export interface BreakOptions {
  /**
   * Behind how many characters of a body, or records of a list; the last one is never among them.
   * @default half of them
   */
  readonly after?: number | undefined;
}

/**
 * How many of so many are there before something breaks off.
 *
 * @throws {OptionError} at once, when another option is given, or `after` is not a whole number from 0.
 */
function createKept(options: BreakOptions | undefined): (count: number) => number {
  const { after } = checkOptionNames(options, ['after']);
  if (after === undefined) return (count) => Math.floor(count / 2);
  if (!Number.isInteger(after) || after < 0) throw new OptionError('after', 'a whole number from 0');
  return (count) => Math.max(0, Math.min(after, count - 1));
}

/** A body that breaks off after a text. */
export async function* brokenBehind(text: string): AsyncGenerator<string, undefined> {
  if (text !== '') yield text;
  throw new ConnectionBrokenError();
}

import { brokenBehind } from './broken-behind.ts';
import { ConnectionBrokenError } from './connection-broken-error.ts';
import type { Fault } from './fault.ts';
import { type BreakOptions, createKept } from './kept.ts';
import { wholeBody } from './whole-body.ts';

/**
 * The connection breaks in the middle of the answer, behind `after` characters of its body; half of them by default.
 * Where nothing of a body is left, the answer does not come at all. What the service was asked to do is done.
 *
 * @throws {OptionError} when there is another option, or `after` is no whole number from 0.
 */
export function cutAnswer(options?: BreakOptions): Fault {
  const keptOf = createKept(options);
  return {
    name: 'cutAnswer',
    order: () => async (request, next) => {
      const response = await next(request);
      const characters = [...(await wholeBody(response))];
      const kept = characters.slice(0, keptOf(characters.length)).join('');
      if (kept === '') throw new ConnectionBrokenError();
      return { ...response, body: brokenBehind(kept) };
    },
  };
}

import { ConnectionBrokenError } from '../connection-broken-error.ts';
import type { Fault } from '../fault.ts';
import { brokenBehind } from './broken-behind.ts';
import { wholeBody } from './whole-body.ts';

/**
 * The connection breaks in the middle of the answer, behind `after` characters of its body; half of them by default.
 * Where there is no body to cut, the answer does not come at all. What the service was asked to do is done.
 */
export function cutAnswer({ after }: { readonly after?: number | undefined } = {}): Fault {
  return {
    name: 'cutAnswer',
    order: () => async (request, next) => {
      const response = await next(request);
      const characters = [...(await wholeBody(response))];
      if (characters.length === 0) throw new ConnectionBrokenError();
      const kept = characters.slice(0, after ?? Math.floor(characters.length / 2));
      return { ...response, body: brokenBehind(kept.join('')) };
    },
  };
}

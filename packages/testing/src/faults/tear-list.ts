import { brokenBehind } from './broken-behind.ts';
import type { Fault } from './fault.ts';
import { type BreakOptions, createKept } from './kept.ts';
import { wholeBody } from './whole-body.ts';

/**
 * A list breaks off behind `after` records, as it does when the store fails half-way; half of them by default. Other
 * answers are left as they are.
 *
 * @throws {OptionError} when there is another option, or `after` is no whole number from 0.
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

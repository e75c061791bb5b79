import { linesToPrint } from '../journal/journal-lines.ts';
import type { MatcherOutcome } from '../matchers/matchers.ts';

/** A matcher of Jest that compares what it is given with one value. */
export type ComparingMatcher = (this: unknown, received: unknown, expected: unknown) => MatcherOutcome;

/** The matchers of Jest by their names. */
type ComparingMatchers = Readonly<Record<string, ComparingMatcher>>;

/** The matchers of this Jest, where its versions have them; none where it has them elsewhere. */
export function jestMatchers(): ComparingMatchers {
  const state = Symbol.for('$$jest-matchers-object');
  return (globalThis as { [state]?: { readonly matchers?: ComparingMatchers } })[state]?.matchers ?? {};
}

/**
 * Returns `toEqual` and `toStrictEqual` of these matchers, whose failures with the lines of a journal show the reasons of
 * errors. Only what Jest prints changes: the lines themselves are compared, and stay as they are.
 */
export function explainingMatchers(matchers: ComparingMatchers): ComparingMatchers {
  const chosen = Object.entries(matchers).filter(([name]) => ['toEqual', 'toStrictEqual'].includes(name));
  return Object.fromEntries(chosen.map(([name, compare]) => [name, explaining(compare)]));
}

function explaining(compare: ComparingMatcher): ComparingMatcher {
  return function (received, expected) {
    const outcome = compare.call(this, received, expected);
    const printed = outcome.pass ? undefined : linesToPrint(received, expected);
    return printed ? { ...outcome, message: () => compare.call(this, printed, expected).message() } : outcome;
  };
}

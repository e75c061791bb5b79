import { checkHistory, type History, type Operation } from '@location-records/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsSomeOrder } from './brute-force.ts';
import { named } from './operations.ts';

const methods = fc.constantFrom('get', 'put', 'replace', 'delete') satisfies fc.Arbitrary<
  Operation['method']
>;

/** What really happened, one call after the other: each a while before and behind its moment, and some unanswered. */
function trueHistories(maxLength: number, maxWidth: number): fc.Arbitrary<History> {
  const width = fc.nat({ max: maxWidth });
  const loss = fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'answer', 'call');
  const step = fc.record({ method: methods, before: width, behind: width, lost: loss });
  return fc.array(step, { maxLength, size: 'max' }).map((steps) => {
    let record: string | undefined;
    return steps.map(({ method, before, behind, lost }, index): Operation => {
      const writes = method === 'put' || method === 'replace';
      const result = {
        get: record === undefined ? undefined : named(record),
        put: undefined,
        replace: record !== undefined,
        delete: undefined,
      }[method];
      if (lost !== 'call') {
        if (method === 'put' || (method === 'replace' && record !== undefined)) record = String(index);
        if (method === 'delete') record = undefined;
      }
      const moment = 10 * index;
      return {
        client: index,
        method,
        id: 'a',
        ...(writes && { location: named(String(index)) }),
        called: moment - before,
        ...(lost === 'none' && { answer: { at: moment + behind, result } }),
      };
    });
  });
}

/** Few calls with whatever answers, most of them wrong. */
const anyHistories: fc.Arbitrary<History> = fc
  .array(
    fc.record({
      method: methods,
      called: fc.nat({ max: 12 }),
      lasting: fc.option(fc.nat({ max: 6 }), { nil: undefined, freq: 6 }),
      seen: fc.nat({ max: 6 }),
    }),
    { maxLength: 6 },
  )
  .map((calls) =>
    calls.map(({ method, called, lasting, seen }, index): Operation => {
      const writes = method === 'put' || method === 'replace';
      const results = {
        get: calls[seen] && named(String(seen)),
        put: undefined,
        replace: seen % 2 > 0,
        delete: undefined,
      };
      return {
        client: index,
        method,
        id: 'a',
        ...(writes && { location: named(String(index)) }),
        called,
        ...(lasting !== undefined && { answer: { at: called + lasting, result: results[method] } }),
      };
    }),
  );

/** A true history with the answer to one call changed into that to another of the same kind. */
const changedHistories: fc.Arbitrary<History> = fc
  .tuple(trueHistories(6, 25), fc.nat(), fc.nat())
  .map(([history, from, to]) => {
    const answered = history.filter(({ answer, method }) => answer && method === 'get');
    const changed = answered[from % answered.length];
    const other = answered[to % answered.length];
    return history.map((operation) =>
      operation === changed
        ? { ...operation, answer: { at: operation.answer?.at ?? 0, result: other?.answer?.result } }
        : operation,
    );
  });

describe('checkHistory', () => {
  it('accepts whatever happened one after the other, however wide the calls and whatever was lost', () => {
    fc.assert(
      fc.property(trueHistories(200, 400), (history) => {
        expect(checkHistory(history)?.explanation).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['of any kind', anyHistories],
    ['that are true but for one answer', changedHistories],
  ])('agrees on small histories %s with all orders there are', (_, histories) => {
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(histories, (history) => {
        const violation = checkHistory(history);
        const fits = fitsSomeOrder(history);
        verdicts.add(fits);
        expect(violation === undefined).toBe(fits);
        if (violation) expectProof(history, violation.operations);
      }),
      { numRuns: 3000 },
    );
    expect([...verdicts].sort()).toEqual([false, true]);
  });
});

/** What a violation shows must be wrong by itself, whatever the others were answered. */
function expectProof(history: History, shown: History): void {
  const answers = new Map(shown.map(({ client, answer }) => [client, answer]));
  const forgotten = history.map((operation) => ({ ...operation, answer: answers.get(operation.client) }));
  expect(fitsSomeOrder(forgotten)).toBe(false);
}

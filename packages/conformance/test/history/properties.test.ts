import { checkHistory, type History, type Operation } from '@location-records/conformance';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsSomeOrder } from './brute-force.ts';
import { named } from './operations.ts';

const methods = fc.constantFrom('get', 'put', 'replace', 'delete') satisfies fc.Arbitrary<
  Operation['method']
>;

/**
 * A real history, one call after the other. Each call begins some time before its moment and ends some time after it,
 * and some outcomes are missing.
 */
function trueHistories(maxLength: number, maxWidth: number): fc.Arbitrary<History> {
  const width = fc.nat({ max: maxWidth });
  const loss = fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'outcome', 'call');
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
        ...(lost === 'none' && { outcome: { at: moment + behind, result } }),
      };
    });
  });
}

/** A few calls with arbitrary outcomes, most of them wrong. */
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
        ...(lasting !== undefined && { outcome: { at: called + lasting, result: results[method] } }),
      };
    }),
  );

/** A real history in which one call has the outcome of another call of the same kind. */
const changedHistories: fc.Arbitrary<History> = fc
  .tuple(trueHistories(6, 25), fc.nat(), fc.nat())
  .map(([history, from, to]) => {
    const completed = history.filter(({ outcome, method }) => outcome && method === 'get');
    const changed = completed[from % completed.length];
    const other = completed[to % completed.length];
    return history.map((operation) =>
      operation === changed
        ? { ...operation, outcome: { at: operation.outcome?.at ?? 0, result: other?.outcome?.result } }
        : operation,
    );
  });

describe('checkHistory', () => {
  it('accepts real histories, for all durations of calls and missing outcomes', () => {
    fc.assert(
      fc.property(trueHistories(200, 400), (history) => {
        expect(checkHistory(history)?.explanation).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['of any kind', anyHistories],
    ['that are true but for one outcome', changedHistories],
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

/** The operations of a violation must be wrong by themselves, with any outcomes of the others. */
function expectProof(history: History, shown: History): void {
  const outcomes = new Map(shown.map(({ client, outcome }) => [client, outcome]));
  const forgotten = history.map((operation) => ({ ...operation, outcome: outcomes.get(operation.client) }));
  expect(fitsSomeOrder(forgotten)).toBe(false);
}

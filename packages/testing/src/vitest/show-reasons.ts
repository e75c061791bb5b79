import { chai } from 'vitest';
import { linesToPrint } from '../journal/journal-lines.ts';

/** The part of an assertion of chai that reports the outcome of a comparison. */
interface Assertion {
  assert(...report: unknown[]): void;
}

/**
 * Makes a failed `expect(journal.lines()).toEqual(…)` or `toStrictEqual` show the reasons of errors. Only what is
 * printed changes: the lines themselves are compared, and stay as they are.
 */
export function showReasons(): void {
  for (const name of ['toEqual', 'toStrictEqual']) {
    chai.util.overwriteMethod(chai.Assertion.prototype, name, explaining);
  }
}

function explaining(compare: (expected: unknown) => void) {
  return function (this: object, expected: unknown): void {
    const assertion = this as Assertion;
    const { assert } = assertion;
    assertion.assert = (isEqual, message, negated, wanted, actual, ...others) => {
      const printed = isEqual ? undefined : linesToPrint(actual, wanted);
      assert.call(this, isEqual, message, negated, wanted, printed ?? actual, ...others);
    };
    try {
      compare.call(this, expected);
    } finally {
      assertion.assert = assert;
    }
  };
}

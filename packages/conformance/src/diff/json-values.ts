import { isContainer } from '../response-values.ts';

/** Stands for a text that is not JSON. */
export const notJson = Symbol('not JSON');

/** The value of a JSON text, or {@link notJson}. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}

/**
 * Whether two values of JSON are equal. The order of members does not count. Numbers are doubles, compared as numbers:
 * coordinates are floating point (SPEC section 2), and `-0` and `0` are the same number of degrees (D31).
 */
export function haveEqualValues(a: unknown, b: unknown): boolean {
  if (!isContainer(a) || !isContainer(b)) return a === b && a !== notJson;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && haveEqualValues(a[name], b[name]))
  );
}

import { ContractError } from './contract-error.ts';

/**
 * Demands that two plain values are the same: objects and arrays member by member, numbers as `Object.is`
 * does (`-0` is not `0`). A member that is `undefined` counts as absent.
 *
 * @throws {ContractError} when they differ; `what` says what was looked at.
 */
export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (!isEqual(actual, expected)) throw new ContractError(what, expected, actual);
}

/** Whether two plain values are the same, as {@link expectEqual} has it. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (!isObject(left) || !isObject(right)) return Object.is(left, right);
  if (Array.isArray(left) !== Array.isArray(right) || left.length !== right.length) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isEqual(left[name], right[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { isContainer } from './response-values.ts';

/** A service or a store breaks a rule of a contract. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code = 'CONTRACT_VIOLATED';
  /** What was compared, such as `status`. */
  readonly what: string;
  /** What the rule demands. */
  readonly expected: unknown;
  /** What the service or the store gave. */
  readonly actual: unknown;

  constructor(what: string, expected: unknown, actual: unknown) {
    super(`${what}: expected ${show(expected)}, got ${show(actual)}`);
    this.what = what;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Returns a value as text for a message, shortened if it is long. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(JSON.stringify(value) ?? value);
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}

/**
 * Requires two plain values to be equal. Objects and arrays are compared member by member, and numbers by
 * `Object.is` (`-0` is not `0`). A member that is `undefined` counts as absent.
 *
 * @param what names the value in the message.
 * @throws {ContractError} when they differ.
 */
export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (!isEqual(actual, expected)) throw new ContractError(what, expected, actual);
}

/** Returns whether two plain values are equal, compared as {@link expectEqual} does. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (!isContainer(left) || !isContainer(right)) return Object.is(left, right);
  if (Array.isArray(left) !== Array.isArray(right) || left.length !== right.length) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isEqual(left[name], right[name]));
}

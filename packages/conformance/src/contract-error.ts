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
    // It may have an identifier that the service listed.
    const name = what.slice(0, 200);
    super(`${name}: expected ${show(expected)}, got ${show(actual)}`);
    this.what = name;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Returns a value as text for a message, shortened if it is long. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? value : String(JSON.stringify(value) ?? value);
  const start = text.slice(0, 300);
  const shown = typeof value === 'string' ? JSON.stringify(start) : start;
  return text.length > start.length ? `${shown}… (${text.length} characters)` : shown;
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
  return [...names].every((name) => isEqual(ownMember(left, name), ownMember(right, name)));
}

/** Without it, an object would have a member `__proto__`. */
function ownMember(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

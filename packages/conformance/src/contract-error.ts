/** A rule of a contract does not hold: what was expected, and what came instead. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code = 'CONTRACT_VIOLATED';
  /** What was looked at. */
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** The clause of the rule, where it is not the clause of the case that met the violation. */
  readonly clause: string | undefined;

  constructor(what: string, expected: unknown, actual: unknown, clause?: string) {
    super(`${what}: expected ${show(expected)}, got ${show(actual)}`);
    this.what = what;
    this.expected = expected;
    this.actual = actual;
    this.clause = clause;
  }
}

/** A value in a message, cut where it is long. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(JSON.stringify(value) ?? value);
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}

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

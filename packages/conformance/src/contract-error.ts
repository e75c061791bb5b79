/** A rule of a contract does not hold: what was expected, and what came instead. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code = 'CONTRACT_VIOLATED';
  /** What was looked at. */
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;

  constructor(what: string, expected: unknown, actual: unknown) {
    super(`${what}: expected ${show(expected)}, got ${show(actual)}`);
    this.what = what;
    this.expected = expected;
    this.actual = actual;
  }
}

/** A value in a message, cut where it is long. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(JSON.stringify(value) ?? value);
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}

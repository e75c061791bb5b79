/** An Error object (SPEC section 2). */
export interface Problem {
  readonly error_message: string;
}

/** Returns whether a value is an object or an array. */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns whether a value is an Error object. */
export function isProblem(value: unknown): value is Problem {
  return isContainer(value) && typeof value.error_message === 'string';
}

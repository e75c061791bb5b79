/**
 * Thrown for an option that cannot work or is unknown, at once by the function that takes the options. A
 * function that returns a promise rejects with it.
 */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  readonly code = 'INVALID_OPTION';
  /** The name of the option. */
  readonly option: string;
  /** The known names, if this one is unknown. */
  readonly known: readonly string[] | undefined;

  /**
   * `problem` completes `The option "…" must be …`, or lists the known options if this one is not among them.
   */
  constructor(
    option: string,
    problem: string | { readonly known: readonly string[] },
    options?: { readonly cause?: unknown },
  ) {
    super(
      typeof problem === 'string'
        ? `The option "${option}" must be ${problem}.`
        : `Unknown option "${option}". Known options: ${problem.known.join(', ')}.`,
      options,
    );
    this.option = option;
    this.known = typeof problem === 'string' ? undefined : problem.known;
  }
}

/**
 * Thrown for an argument that cannot work, such as an empty identifier. A function that returns a promise,
 * such as a method of a store, rejects with it.
 */
export class InvalidArgumentError extends TypeError {
  override readonly name = 'InvalidArgumentError';
  readonly code = 'INVALID_ARGUMENT';
  /** The name of the argument, or the path of the wrong value inside it: `location.coordinates.latitude`. */
  readonly argument: string;

  /** `expected` completes `Invalid "…": expected …`. */
  constructor(argument: string, expected: string) {
    super(`Invalid "${argument}": expected ${expected}.`);
    this.argument = argument;
  }
}

const storeErrorCodes = ['STORE_CLOSED', 'STORE_UNAVAILABLE', 'STORE_UNSUITABLE'] as const;

/**
 * - `STORE_CLOSED`: `close()` was called before.
 * - `STORE_UNAVAILABLE`: the engine cannot be reached, opened or written to now: a lock, a missing folder, a
 *   full disk. A retry may succeed.
 * - `STORE_UNSUITABLE`: the engine holds something other than this service's data: another program's
 *   database, a damaged file. A retry does not help.
 */
export type StoreErrorCode = (typeof storeErrorCodes)[number];

/**
 * Thrown when a store fails. `cause` is the error of the engine, if any. An absent record is not an error,
 * and a wrong argument is an {@link InvalidArgumentError}.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Returns whether `error` is a {@link StoreError}, of this or another copy of the package. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && storeErrorCodes.includes((error as StoreError).code);
}

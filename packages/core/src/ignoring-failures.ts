import { InvalidArgumentError } from './errors.ts';

/**
 * The hook of a caller as a function whose promise never rejects: a hook that throws or rejects must not change a
 * response, undo what a store does, or end the process. Without a hook it does nothing.
 *
 * @throws {InvalidArgumentError} when `hook` is neither a function nor `undefined`.
 *
 * @example
 * const report = ignoringFailures(options.onWarning);
 */
export function ignoringFailures<Details extends readonly unknown[]>(
  hook: ((...details: Details) => unknown) | undefined,
): (...details: Details) => Promise<void> {
  if (hook !== undefined && typeof hook !== 'function') {
    throw new InvalidArgumentError('hook', 'a function or undefined');
  }
  return async (...details) => {
    try {
      await hook?.(...details);
    } catch {}
  };
}

import { isStoreError } from '@location-records/core';
import { isLibraryError, ServiceError, StartError, UsageError } from './errors.ts';
import { describeError, withFlags } from './output/describe-error.ts';
import { maskUrls } from './output/passwords.ts';
import { printableLine } from './output/printable-text.ts';

/** The message and the exit code of a command that failed. */
export interface Failure {
  readonly exitCode: number;
  /** For programs, such as `USAGE` or `STORE_UNAVAILABLE`. */
  readonly code: string;
  /** One line, without passwords. */
  readonly message: string;
  /** The line after the message. */
  readonly hint?: string | undefined;
  /** The call that got no response, as a line for a shell. */
  readonly call?: string | undefined;
}

/** Turns the error that ended a command into its message and exit code. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof UsageError) {
    return { exitCode: 2, code: error.code, message: error.message, hint: error.hint };
  }
  if (error instanceof ServiceError) {
    return { exitCode: error.exitCode, code: error.code, message: clear(error), call: error.call };
  }
  // Their messages say what is wrong and what to do.
  const isOfLibrary = isLibraryError(error, 'CopyError', 'FileError', 'FormatError', 'ImportError');
  if (error instanceof StartError || isOfLibrary || isStoreError(error)) {
    return { exitCode: 1, code: error.code, message: clear(error) };
  }
  return { exitCode: 1, code: 'UNEXPECTED', message: `Unexpected failure: ${describeError(error)}` };
}

function clear({ message }: Error): string {
  return withFlags(maskUrls(printableLine(message)));
}
